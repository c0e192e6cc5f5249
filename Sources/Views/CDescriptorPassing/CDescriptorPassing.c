// SPDX-License-Identifier: Apache-2.0

#include "CDescriptorPassing.h"

#if !defined(_WIN32)
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>

// Aligned as its header.
union control {
  struct cmsghdr header;
  char bytes[CMSG_SPACE(sizeof(int))];
};

int descriptor_send(int socket, int descriptor) {
  char byte = 'c';
  struct iovec part = {.iov_base = &byte, .iov_len = 1};
  union control control;
  memset(&control, 0, sizeof control);
  struct msghdr message;
  memset(&message, 0, sizeof message);
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control.bytes;
  message.msg_controllen = sizeof control.bytes;
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof(int));
  memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
  int flags = MSG_DONTWAIT;
#ifdef MSG_NOSIGNAL
  flags |= MSG_NOSIGNAL;
#endif
  while (sendmsg(socket, &message, flags) != 1) {
    if (errno != EINTR) return errno;
  }
  return 0;
}

int descriptor_receive(int socket) {
  while (1) {
    char byte;
    struct iovec part = {.iov_base = &byte, .iov_len = 1};
    union control control;
    struct msghdr message;
    memset(&message, 0, sizeof message);
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control.bytes;
    message.msg_controllen = sizeof control.bytes;
    int flags = 0;
#ifdef MSG_CMSG_CLOEXEC
    flags |= MSG_CMSG_CLOEXEC;
#endif
    ssize_t count = recvmsg(socket, &message, flags);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return -1;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    // A process with too many open files gets the byte alone.
    if (!header || header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) return DESCRIPTOR_LOST;
    int descriptor;
    memcpy(&descriptor, CMSG_DATA(header), sizeof descriptor);
#ifndef MSG_CMSG_CLOEXEC
    fcntl(descriptor, F_SETFD, FD_CLOEXEC);
#endif
    return descriptor;
  }
}
#else
int descriptor_send(int socket, int descriptor) { return -1; }
int descriptor_receive(int socket) { return -1; }
#endif
