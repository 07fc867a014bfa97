/* SPDX-License-Identifier: MIT
 *
 * Fonts for letters that the built-in font lacks: first the font that the user names, then those of
 * the game's data folder.
 */
#ifndef STUDIO_FONT_H
#define STUDIO_FONT_H

#include "paint/text.h"
#include "teetape/io/error.h"

struct tti_fonts;

/* Opens the font at `path`; no font when it is NULL. Returns NULL with *error: TT_ERR_SYSTEM,
 * TT_ERR_ARGUMENT for a file that is no font, or TT_ERR_UNSUPPORTED for a path in a build without
 * HarfBuzz. */
struct tti_fonts *tti_fonts_open(const char *path, tt_io_error *error);

/* Opens the same fonts for another thread. They may be used at the same time. Returns NULL with
 * TT_ERR_SYSTEM in *error without memory. */
struct tti_fonts *tti_fonts_share(const struct tti_fonts *fonts, tt_io_error *error);

/* Adds a font, in which only letters are looked for that all fonts before lack. A file that is no
 * font is left out. */
void tti_fonts_add(struct tti_fonts *fonts, const char *path);

/* Returns the fonts in the form that a painter needs. The result is valid as long as the fonts. */
const struct tti_letters *tti_fonts_letters(const struct tti_fonts *fonts);

/* Frees the fonts, which may be NULL. */
void tti_fonts_close(struct tti_fonts *fonts);

#endif
