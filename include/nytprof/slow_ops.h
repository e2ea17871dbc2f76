/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/*
 * The builtins that are shown as subs, by perl's op names: those of Devel::NYTProf (6.12).
 * A slow op's number is its place here, from 1; the number of its op differs between perls.
 */
#ifndef NYTPROF_SHARED_SLOW_OPS_H
#define NYTPROF_SHARED_SLOW_OPS_H

/* clang-format off */
#define SLOW_OPS(X) \
	X(accept) X(backtick) X(bind) X(binmode) X(chdir) X(chmod) X(chown) \
	X(chroot) X(close) X(closedir) X(connect) X(crypt) X(dbmclose) X(dbmopen) \
	X(dump) X(egrent) X(ehostent) X(enetent) X(enterwrite) X(eof) X(eprotoent) \
	X(epwent) X(eservent) X(fcntl) X(flock) X(formline) X(ftatime) X(ftbinary) \
	X(ftblk) X(ftchr) X(ftctime) X(ftdir) X(fteexec) X(fteowned) X(fteread) \
	X(ftewrite) X(ftfile) X(ftis) X(ftlink) X(ftmtime) X(ftpipe) X(ftrexec) \
	X(ftrowned) X(ftrread) X(ftrwrite) X(ftsgid) X(ftsize) X(ftsock) X(ftsuid) \
	X(ftsvtx) X(fttext) X(fttty) X(ftzero) X(getc) X(getlogin) X(getpeername) \
	X(getsockname) X(ggrent) X(ggrgid) X(ggrnam) X(ghbyaddr) X(ghbyname) \
	X(ghostent) X(glob) X(gnbyaddr) X(gnbyname) X(gnetent) X(gpbyname) \
	X(gpbynumber) X(gprotoent) X(gpwent) X(gpwnam) X(gpwuid) X(gsbyname) \
	X(gsbyport) X(gservent) X(gsockopt) X(ioctl) X(leavewrite) X(link) X(listen) \
	X(lock) X(lstat) X(match) X(mkdir) X(msgctl) X(msgget) X(msgrcv) X(msgsnd) \
	X(open) X(open_dir) X(pack) X(print) X(prtf) X(qr) X(rcatline) X(read) \
	X(readdir) X(readline) X(readlink) X(recv) X(regcomp) X(rename) X(rewinddir) \
	X(rmdir) X(say) X(seek) X(seekdir) X(select) X(semctl) X(semget) X(semop) \
	X(send) X(sgrent) X(shmctl) X(shmget) X(shmread) X(shmwrite) X(shostent) \
	X(shutdown) X(sleep) X(snetent) X(socket) X(sort) X(sprotoent) X(spwent) \
	X(sselect) X(sservent) X(ssockopt) X(stat) X(subst) X(substcont) X(symlink) \
	X(syscall) X(sysopen) X(sysread) X(sysseek) X(system) X(syswrite) X(tell) \
	X(telldir) X(truncate) X(umask) X(unlink) X(unpack) X(utime) X(wait) \
	X(waitpid)
/* clang-format on */

enum slow_op {
	SLOW_OP_NONE,
#define X(name) SLOW_OP_##name,
	SLOW_OPS(X)
#undef X
	SLOW_OP_CNT,
};

#define OP_TYPES 512 /* op_type has nine bits (op.h, 5.14 to 5.44) */

#endif
