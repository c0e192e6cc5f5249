// SPDX-License-Identifier: Apache-2.0
#include "CDiskRecorder.h"

// Defines __GLIBC__.
#include <stdint.h>

// A sanitizer has functions of its own under these names.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define IS_SANITIZED
#endif
#endif

#if defined(__linux__) && defined(__GLIBC__) && !defined(IS_SANITIZED)

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// An operation and its record are one step: two threads cannot come between, and a process that is killed has recorded
// what it did.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char root[PATH_MAX];
static size_t root_length;
static int log_file = -1;
static long left = -1;

// glibc's function behind ours.
#define REAL(result, name, ...)                                                                                        \
  static result (*real)(__VA_ARGS__);                                                                                  \
  if (!real) real = (result(*)(__VA_ARGS__))dlsym(RTLD_NEXT, #name)

// MARK: Records

static ssize_t write_log(const void *bytes, size_t count) {
  REAL(ssize_t, write, int, const void *, size_t);
  return real(log_file, bytes, count);
}

/// Called with the lock.
static void note(char operation, const char *path, uint64_t offset, const void *bytes, uint64_t count) {
  int error = errno;
  uint32_t path_length = (uint32_t)strlen(path);
  size_t size = 21 + path_length + count;
  char *record = malloc(size);
  if (!record) abort();
  record[0] = operation;
  memcpy(record + 1, &path_length, 4);
  memcpy(record + 5, &offset, 8);
  memcpy(record + 13, &count, 8);
  memcpy(record + 21, path, path_length);
  if (count) memcpy(record + 21 + path_length, bytes, count);
  // A log with a hole would be believed.
  if (write_log(record, size) != (ssize_t)size) abort();
  free(record);
  if (left > 0 && --left == 0) raise(SIGKILL);
  errno = error;
}

static int is_recording(void) { return log_file >= 0; }

/// The path below the folder; NULL if it is not there, or not to be recorded.
static const char *below(const char *path) {
  if (strncmp(path, root, root_length) != 0 || path[root_length] != '/') return NULL;
  size_t length = strlen(path);
  if (length > 4 && strcmp(path + length - 4, "-shm") == 0) return NULL;
  return path + root_length + 1;
}

/// The path of an open file below the folder, in `buffer`; NULL if it is not there any more.
static const char *path_of(int file, char *buffer) {
  if (file < 0 || file == log_file) return NULL;
  char link[64];
  int error = errno;
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, buffer, PATH_MAX - 1);
  errno = error;
  if (length < 0) return NULL;
  buffer[length] = 0;
  if (length > 10 && strcmp(buffer + length - 10, " (deleted)") == 0) return NULL;
  return strcmp(buffer, root) == 0 ? "" : below(buffer);
}

/// The path of a name in an open folder.
static const char *path_at(int folder, const char *name, char *buffer) {
  if (name[0] == '/') {
    snprintf(buffer, PATH_MAX, "%s", name);
  } else {
    char parent[PATH_MAX];
    if (folder == AT_FDCWD) {
      if (!getcwd(parent, sizeof parent)) return NULL;
    } else {
      char link[64];
      snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
      ssize_t length = readlink(link, parent, PATH_MAX - 1);
      if (length < 0) return NULL;
      parent[length] = 0;
    }
    size_t used = strlen(parent), more = strlen(name);
    if (used + more + 2 > PATH_MAX) return NULL;
    memcpy(buffer, parent, used);
    buffer[used] = '/';
    memcpy(buffer + used + 1, name, more + 1);
  }
  return below(buffer);
}

// MARK: Contents

#define LOCKED(result, call, then)                                                                                     \
  do {                                                                                                                 \
    if (!is_recording()) return call;                                                                                  \
    pthread_mutex_lock(&lock);                                                                                         \
    char buffer[PATH_MAX];                                                                                             \
    result outcome = call;                                                                                             \
    then;                                                                                                              \
    pthread_mutex_unlock(&lock);                                                                                       \
    return outcome;                                                                                                    \
  } while (0)

static void note_write(int file, off64_t offset, const void *bytes, ssize_t count, char *buffer) {
  const char *path = count > 0 ? path_of(file, buffer) : NULL;
  if (path) note('W', path, (uint64_t)offset, bytes, (uint64_t)count);
}

ssize_t write(int file, const void *bytes, size_t count) {
  REAL(ssize_t, write, int, const void *, size_t);
  // The offset after it is right for files that are appended to as well.
  LOCKED(
    ssize_t, real(file, bytes, count),
    if (outcome > 0 && path_of(file, buffer))
      note_write(file, lseek64(file, 0, SEEK_CUR) - outcome, bytes, outcome, buffer));
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) {
  REAL(ssize_t, pwrite64, int, const void *, size_t, off64_t);
  LOCKED(ssize_t, real(file, bytes, count, offset), note_write(file, offset, bytes, outcome, buffer));
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) { return pwrite64(file, bytes, count, offset); }

/// What the system has copied is read back.
static void note_copy(int file, off64_t offset, ssize_t count, char *buffer) {
  const char *path = count > 0 ? path_of(file, buffer) : NULL;
  if (!path) return;
  char absolute[PATH_MAX + PATH_MAX];
  snprintf(absolute, sizeof absolute, "%s/%s", root, path);
  REAL(int, open64, const char *, int, ...);
  int copy = real(absolute, O_RDONLY | O_CLOEXEC);
  char *bytes = malloc((size_t)count);
  if (copy < 0 || !bytes || pread64(copy, bytes, (size_t)count, offset) != count) abort();
  close(copy);
  note('W', path, (uint64_t)offset, bytes, (uint64_t)count);
  free(bytes);
}

ssize_t sendfile64(int to, int from, off64_t *offset, size_t count) {
  REAL(ssize_t, sendfile64, int, int, off64_t *, size_t);
  LOCKED(
    ssize_t, real(to, from, offset, count),
    if (outcome > 0 && path_of(to, buffer)) note_copy(to, lseek64(to, 0, SEEK_CUR) - outcome, outcome, buffer));
}

ssize_t sendfile(int to, int from, off_t *offset, size_t count) { return sendfile64(to, from, offset, count); }

ssize_t copy_file_range(
  int from, off64_t *from_offset, int to, off64_t *to_offset, size_t count, unsigned int flags) {
  REAL(ssize_t, copy_file_range, int, off64_t *, int, off64_t *, size_t, unsigned int);
  LOCKED(
    ssize_t, real(from, from_offset, to, to_offset, count, flags),
    if (outcome > 0 && path_of(to, buffer))
      note_copy(to, (to_offset ? *to_offset : lseek64(to, 0, SEEK_CUR)) - outcome, outcome, buffer));
}

static void note_file(char operation, int file, uint64_t size, int result, char *buffer) {
  const char *path = result == 0 ? path_of(file, buffer) : NULL;
  if (path) note(operation, path, size, NULL, 0);
}

int ftruncate64(int file, off64_t size) {
  REAL(int, ftruncate64, int, off64_t);
  LOCKED(int, real(file, size), note_file('T', file, (uint64_t)size, outcome, buffer));
}

int ftruncate(int file, off_t size) { return ftruncate64(file, size); }

int posix_fallocate64(int file, off64_t offset, off64_t size) {
  REAL(int, posix_fallocate64, int, off64_t, off64_t);
  LOCKED(
    int, real(file, offset, size), const char *path = outcome == 0 ? path_of(file, buffer) : NULL;
    if (path) note('X', path, 0, "posix_fallocate", 15));
}

int posix_fallocate(int file, off_t offset, off_t size) { return posix_fallocate64(file, offset, size); }

int fsync(int file) {
  REAL(int, fsync, int);
  LOCKED(int, real(file), note_file('S', file, 0, outcome, buffer));
}

int fdatasync(int file) {
  REAL(int, fdatasync, int);
  LOCKED(int, real(file), note_file('S', file, 0, outcome, buffer));
}

// MARK: Names

/// A file was opened that may not have been there.
static void note_opened(int file, int flags, int existed, char *buffer) {
  const char *path = file >= 0 ? path_of(file, buffer) : NULL;
  if (!path) return;
  if (flags & O_CREAT && !existed) return note('C', path, 0, NULL, 0);
  if (flags & O_TRUNC) note('T', path, 0, NULL, 0);
}

static int is_there(int folder, const char *path) {
  int error = errno;
  int result = faccessat(folder, path, F_OK, AT_SYMLINK_NOFOLLOW) == 0;
  errno = error;
  return result;
}

#define OPENED(folder, call)                                                                                           \
  mode_t mode = 0;                                                                                                     \
  if (flags & (O_CREAT | O_TMPFILE)) {                                                                                 \
    va_list arguments;                                                                                                 \
    va_start(arguments, flags);                                                                                        \
    mode = (mode_t)va_arg(arguments, int);                                                                             \
    va_end(arguments);                                                                                                 \
  }                                                                                                                    \
  /* Most files are opened to be read. */                                                                              \
  if (!is_recording() || !(flags & (O_CREAT | O_TRUNC))) return call;                                                  \
  pthread_mutex_lock(&lock);                                                                                           \
  char buffer[PATH_MAX];                                                                                               \
  int existed = is_there(folder, path);                                                                                \
  int outcome = call;                                                                                                  \
  note_opened(outcome, flags, existed, buffer);                                                                        \
  pthread_mutex_unlock(&lock);                                                                                         \
  return outcome

int open(const char *path, int flags, ...) {
  REAL(int, open, const char *, int, ...);
  OPENED(AT_FDCWD, real(path, flags, mode));
}

int open64(const char *path, int flags, ...) {
  REAL(int, open64, const char *, int, ...);
  OPENED(AT_FDCWD, real(path, flags, mode));
}

int openat(int folder, const char *path, int flags, ...) {
  REAL(int, openat, int, const char *, int, ...);
  OPENED(folder, real(folder, path, flags, mode));
}

int openat64(int folder, const char *path, int flags, ...) {
  REAL(int, openat64, int, const char *, int, ...);
  OPENED(folder, real(folder, path, flags, mode));
}

int creat(const char *path, mode_t mode) { return open(path, O_CREAT | O_WRONLY | O_TRUNC, mode); }

#define MADE(call) LOCKED(int, call, note_opened(outcome, O_CREAT, 0, buffer))

int mkstemp(char *template) {
  REAL(int, mkstemp, char *);
  MADE(real(template));
}

int mkstemp64(char *template) {
  REAL(int, mkstemp64, char *);
  MADE(real(template));
}

int mkostemp(char *template, int flags) {
  REAL(int, mkostemp, char *, int);
  MADE(real(template, flags));
}

int mkstemps(char *template, int suffix) {
  REAL(int, mkstemps, char *, int);
  MADE(real(template, suffix));
}

int mkostemps(char *template, int suffix, int flags) {
  REAL(int, mkostemps, char *, int, int);
  MADE(real(template, suffix, flags));
}

static void note_name(char operation, int folder, const char *name, int result, char *buffer) {
  const char *path = result == 0 ? path_at(folder, name, buffer) : NULL;
  if (path) note(operation, path, 0, NULL, 0);
}

int unlink(const char *path) {
  REAL(int, unlink, const char *);
  LOCKED(int, real(path), note_name('U', AT_FDCWD, path, outcome, buffer));
}

int unlinkat(int folder, const char *path, int flags) {
  REAL(int, unlinkat, int, const char *, int);
  LOCKED(int, real(folder, path, flags), note_name('U', folder, path, outcome, buffer));
}

int rmdir(const char *path) {
  REAL(int, rmdir, const char *);
  LOCKED(int, real(path), note_name('U', AT_FDCWD, path, outcome, buffer));
}

int remove(const char *path) {
  REAL(int, remove, const char *);
  LOCKED(int, real(path), note_name('U', AT_FDCWD, path, outcome, buffer));
}

int mkdir(const char *path, mode_t mode) {
  REAL(int, mkdir, const char *, mode_t);
  LOCKED(int, real(path, mode), note_name('D', AT_FDCWD, path, outcome, buffer));
}

int mkdirat(int folder, const char *path, mode_t mode) {
  REAL(int, mkdirat, int, const char *, mode_t);
  LOCKED(int, real(folder, path, mode), note_name('D', folder, path, outcome, buffer));
}

static void note_renamed(
  char operation, int from, const char *old, int to, const char *new, int result, char *buffer) {
  if (result != 0) return;
  char other[PATH_MAX];
  const char *old_path = path_at(from, old, buffer), *new_path = path_at(to, new, other);
  if (old_path && new_path) {
    note(operation, old_path, 0, new_path, strlen(new_path));
  } else if (old_path || new_path) {
    note('X', old_path ? old_path : new_path, 0, "rename across", 13);
  }
}

int rename(const char *old, const char *new) {
  REAL(int, rename, const char *, const char *);
  LOCKED(int, real(old, new), note_renamed('R', AT_FDCWD, old, AT_FDCWD, new, outcome, buffer));
}

int renameat(int from, const char *old, int to, const char *new) {
  REAL(int, renameat, int, const char *, int, const char *);
  LOCKED(int, real(from, old, to, new), note_renamed('R', from, old, to, new, outcome, buffer));
}

int renameat2(int from, const char *old, int to, const char *new, unsigned int flags) {
  REAL(int, renameat2, int, const char *, int, const char *, unsigned int);
  // 1: the new name must not be there, which changes nothing. 2: they are exchanged.
  LOCKED(
    int, real(from, old, to, new, flags), note_renamed(flags & 2 ? 'E' : 'R', from, old, to, new, outcome, buffer));
}

/// Whoever calls the kernel by number: locks do it often, and `renameat2` is called so where the library is old.
long syscall(long number, ...) {
  REAL(long, syscall, long, ...);
  va_list list;
  va_start(list, number);
  long a = va_arg(list, long), b = va_arg(list, long), c = va_arg(list, long), d = va_arg(list, long),
       e = va_arg(list, long), f = va_arg(list, long);
  va_end(list);
  if (number == SYS_renameat2) return renameat2((int)a, (const char *)b, (int)c, (const char *)d, (unsigned int)e);
  return real(number, a, b, c, d, e, f);
}

static void note_unknown(const char *name, const char *what, int result, char *buffer) {
  const char *path = result == 0 ? path_at(AT_FDCWD, name, buffer) : NULL;
  if (path) note('X', path, 0, what, strlen(what));
}

int link(const char *old, const char *new) {
  REAL(int, link, const char *, const char *);
  LOCKED(int, real(old, new), note_unknown(new, "link", outcome, buffer));
}

int symlink(const char *old, const char *new) {
  REAL(int, symlink, const char *, const char *);
  LOCKED(int, real(old, new), note_unknown(new, "symlink", outcome, buffer));
}

// MARK: What the process calls

int osd_records_disk(void) { return 1; }

int osd_record_disk(const char *folder, const char *log) {
  REAL(int, open, const char *, int, ...);
  size_t length = strlen(folder);
  if (length + 1 > sizeof root) return -1;
  memcpy(root, folder, length + 1);
  root_length = length;
  log_file = real(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  return log_file >= 0 ? 0 : -1;
}

void osd_note(const char *text) {
  if (!is_recording()) return;
  pthread_mutex_lock(&lock);
  note('N', "", 0, text, strlen(text));
  pthread_mutex_unlock(&lock);
}

void osd_die_after(long count) { left = count; }

#else

int osd_records_disk(void) { return 0; }

int osd_record_disk(const char *folder, const char *log) {
  (void)folder;
  (void)log;
  return -1;
}

void osd_note(const char *text) { (void)text; }

void osd_die_after(long count) { (void)count; }

#endif
