// SPDX-License-Identifier: Apache-2.0
#ifndef TERMINATION_SIGNALS_H
#define TERMINATION_SIGNALS_H

#if !defined(_WIN32)

/// From now on, each arrival of a signal writes its number, one byte, to a descriptor, and does nothing else. What was
/// installed before is kept.
///
/// Returns 0, or -1 if the system refuses.
int osd_watch_signal(int number, int descriptor);

/// Does with a signal what would have been done without ``osd_watch_signal``: calls the handler that was installed
/// before, or ends the process. What ignores it goes on.
///
/// A handler that was installed since has taken the place of the watch, and gets the signal. Called on any thread, outside
/// of handlers.
void osd_pass_signal(int number);

#endif

#endif
