// SPDX-License-Identifier: Apache-2.0
#ifndef C_DISK_RECORDER_H
#define C_DISK_RECORDER_H

/// Whether what the process does to files can be recorded here: with glibc, where a program's own functions take the
/// place of the library's.
int osd_records_disk(void);

/// From now on, everything done to files below `folder` is appended to the file `log`, in the order in which it is done.
///
/// Each record is a byte for the operation, the length of a path (32 bits), an offset and the length of the bytes that
/// follow (64 bits each), in the order of bytes of the machine; then the path, relative to `folder`, and the bytes.
///
///   W  bytes were written at the offset      T  the file has now the size that the offset says
///   C  a file was made                       D  a folder was made
///   U  a name was removed                    R  a name was given up for another one, which the bytes are
///   E  two names were exchanged, the other of which the bytes are
///   S  the file or folder is on the disk     N  a note: what the program itself says
///   X  something that records have no word for, which the bytes name
///
/// Left out are files in shared memory, whose names end with "-shm".
///
/// - Returns: 0 if the log can be written. `folder` is without symbolic links.
int osd_record_disk(const char *folder, const char *log);

/// Puts a note into the log.
void osd_note(const char *text);

/// Kills the process right after the operation that is then the `count`th, as `kill -9` does.
void osd_die_after(long count);

#endif
