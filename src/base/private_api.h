/* SPDX-License-Identifier: MIT
 *
 * Marks functions that the core exports for libteetape-io alone. Their names begin with tti_ and
 * are declared in private headers. They have the version TEETAPE_PRIVATE in the shared library
 * (cmake/private.map), and any release may change them.
 */
#ifndef TTI_BASE_PRIVATE_API_H
#define TTI_BASE_PRIVATE_API_H

#include "teetape/export.h"

#define TT_PRIVATE_API TT_API

#endif
