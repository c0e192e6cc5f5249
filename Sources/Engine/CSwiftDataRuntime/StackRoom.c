// SPDX-License-Identifier: Apache-2.0

// pthread_getattr_np
#define _GNU_SOURCE
#include "StackRoom.h"

#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

static uintptr_t lowest(void) {
  ULONG_PTR low = 0, high = 0;
  GetCurrentThreadStackLimits(&low, &high);
  return (uintptr_t)low;
}
#elif defined(__APPLE__)
#include <pthread.h>

static uintptr_t lowest(void) {
  pthread_t thread = pthread_self();
  return (uintptr_t)pthread_get_stackaddr_np(thread) - pthread_get_stacksize_np(thread);
}
#elif defined(__linux__)
#include <pthread.h>
#include <stddef.h>

static uintptr_t lowest(void) {
  pthread_attr_t attributes;
  void *start = NULL;
  size_t size = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return 0;
  if (pthread_attr_getstack(&attributes, &start, &size) != 0) start = NULL;
  pthread_attr_destroy(&attributes);
  return (uintptr_t)start;
}
#else
static uintptr_t lowest(void) { return 0; }
#endif

// Asked of the system once per thread: for the main thread that means reading a file on Linux.
static _Thread_local uintptr_t known_lowest;
static _Thread_local int is_known;

uintptr_t osd_stack_room(void) {
  if (!is_known) {
    known_lowest = lowest();
    is_known = 1;
  }
  char here;
  uintptr_t address = (uintptr_t)&here;
  return known_lowest != 0 && address > known_lowest ? address - known_lowest : UINTPTR_MAX;
}
