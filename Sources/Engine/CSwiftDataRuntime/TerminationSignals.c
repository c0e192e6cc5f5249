// SPDX-License-Identifier: Apache-2.0

// sigaction, pthread_sigmask
#define _GNU_SOURCE
#include "TerminationSignals.h"

#if !defined(_WIN32)
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

enum { most_signals = 128 };

static struct sigaction former[most_signals];
static atomic_int descriptors[most_signals];

// Nothing here but what a handler may call.
static void note(int number, siginfo_t *info, void *context) {
  int error = errno;
  unsigned char byte = (unsigned char)number;
  if (number > 0 && number < most_signals) {
    // A pipe that is full has the number already.
    ssize_t written = write(atomic_load(&descriptors[number]), &byte, 1);
    (void)written;
  }
  errno = error;
}

static int is_ours(const struct sigaction *action) {
  return (action->sa_flags & SA_SIGINFO) && action->sa_sigaction == note;
}

static int install(int number) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = note;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  sigemptyset(&action.sa_mask);
  return sigaction(number, &action, NULL);
}

int osd_watch_signal(int number, int descriptor) {
  if (number <= 0 || number >= most_signals) return -1;
  struct sigaction current;
  if (sigaction(number, NULL, &current) != 0) return -1;
  if (is_ours(&current)) return 0;
  former[number] = current;
  atomic_store(&descriptors[number], descriptor);
  return install(number);
}

void osd_pass_signal(int number) {
  if (number <= 0 || number >= most_signals) return;
  struct sigaction current;
  if (sigaction(number, NULL, &current) != 0) return;
  int watched = is_ours(&current);
  if (watched) {
    int is_plain = !(former[number].sa_flags & SA_SIGINFO);
    // On Apple's systems, sources of Dispatch hear of signals that are ignored: they have heard of this one.
    if (is_plain && former[number].sa_handler == SIG_IGN) return;
    sigaction(number, &former[number], NULL);
  }
  // Threads of queues block signals, and those that are inherited from the parent may be blocked, too.
  sigset_t signals, before;
  sigemptyset(&signals);
  sigaddset(&signals, number);
  pthread_sigmask(SIG_UNBLOCK, &signals, &before);
  raise(number);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  // The program goes on. The next signal is waited for in the same way, unless somebody else does.
  if (watched && sigaction(number, NULL, &current) == 0 && current.sa_flags == former[number].sa_flags
      && current.sa_handler == former[number].sa_handler) {
    install(number);
  }
}
#endif
