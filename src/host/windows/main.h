/* SPDX-License-Identifier: MIT
 *
 * The main of a program that wants its words in UTF-8: this file is included before its
 * first line, and src/host/windows/main.c calls it.
 */
#ifndef HOST_WINDOWS_MAIN_H
#define HOST_WINDOWS_MAIN_H

int windows_main(int argc, char **argv);

#define main windows_main

#endif
