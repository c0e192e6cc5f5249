// SPDX-License-Identifier: Apache-2.0
// Hands open files to another process over a Unix socket. Swift does not see the macros of 'cmsghdr'.

#ifndef C_DESCRIPTOR_PASSING_H
#define C_DESCRIPTOR_PASSING_H

/// Sends a copy of a descriptor, without waiting.
///
/// @return 0, or the error's number: EAGAIN if the other side has not read what came before.
int descriptor_send(int socket, int descriptor);

/// What was sent has no descriptor: this process has too many open files.
#define DESCRIPTOR_LOST -2

/// Waits for a descriptor.
///
/// @return The descriptor, which programs that are started do not inherit; -1 if the other side has closed the socket,
/// DESCRIPTOR_LOST if one was sent that does not arrive.
int descriptor_receive(int socket);

#endif
