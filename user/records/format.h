/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The NYTProf profile data file, format 5.0, as Devel::NYTProf 6.x reads and writes it.
 *
 *     "NYTProf 5 0\n"
 *     text records            comments, attributes, options: tag text "\n"
 *     z                       from here on one zlib stream
 *     P pid ppid time         the process starts
 *     @ fid eval_fid eval_line flags size mtime name
 *     + ticks fid line        so many ticks were spent on that line, and its count goes up by 1,
 *     -                       unless this came before it
 *     S fid line text         source
 *     s fid sub first last    where a sub is defined; 0 0: an xsub
 *     c fid line caller count incl excl reci rec_depth sub     calls, with times in seconds
 *     < depth incl excl sub   calls in one context, with times in ticks, after what they called
 *     p pid time
 *
 * u32: big-endian, the first byte tells the length:
 *
 *     0xxxxxxx                     7 bits      110xxxxx + 2 bytes   21 bits
 *     10xxxxxx + 1 byte           14 bits      1110xxxx + 3 bytes   28 bits
 *                                              11111111 + 4 bytes   32 bits
 *
 * i32 is the same of the two's complement.  NV: a double, as the machine has it.  str: a tag (')
 * or, where perl's UTF-8 flag is set, ("), the length as u32, the bytes.
 */
#ifndef NYTPROF_RECORDS_FORMAT_H
#define NYTPROF_RECORDS_FORMAT_H

#define NYTP_MAJOR 5
#define NYTP_MINOR 0

enum nytp_tag {
	NYTP_ATTRIBUTE = ':',
	NYTP_OPTION = '!',
	NYTP_COMMENT = '#',
	NYTP_TIME_BLOCK = '*',
	NYTP_TIME_LINE = '+',
	NYTP_DISCOUNT = '-',
	NYTP_NEW_FID = '@',
	NYTP_SRC_LINE = 'S',
	NYTP_SUB_INFO = 's',
	NYTP_SUB_CALLERS = 'c',
	NYTP_PID_START = 'P',
	NYTP_PID_END = 'p',
	NYTP_STRING = '\'',
	NYTP_STRING_UTF8 = '"',
	NYTP_START_DEFLATE = 'z',
	NYTP_SUB_ENTRY = '>',
	NYTP_SUB_RETURN = '<',
};

#define NYTP_TICKS_MAX	   2147483647 /* in one statement record */
#define NYTP_U32_MAX_BYTES 5

#endif
