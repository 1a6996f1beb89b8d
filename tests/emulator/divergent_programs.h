/* Random programs, made by tests/emulator/divergent.py 1 40 --calls: not to be edited.
 * SPDX-License-Identifier: Apache-2.0
 */
/* clang-format off */
#define DIVERGENT_HAS_DO 0
#ifndef DIVERGENT_FIRST
#define DIVERGENT_FIRST 0
#define DIVERGENT_END 40
#endif
#define DIVERGENT_HAS(i) (DIVERGENT_FIRST <= i && i < DIVERGENT_END)
#include "nbl/lang.h"

NBL_BUFFER(0, uint32_t, results)

NBL_FUNCTION uint32_t helper_0(uint32_t w, uint32_t t) {
    uint32_t v = w;
    v = v * 31u + nbl_subgroup_max((t + 1u));
    v = v * 31u + nbl_subgroup_exclusive_add((v >> 3u));
    return v;
}
NBL_FUNCTION uint32_t helper_1(uint32_t w, uint32_t t) {
    uint32_t v = w;
    v = v * 55u + t;
    v = v * 31u + nbl_subgroup_add((v >> 3u));
    v = v * 31u + nbl_subgroup_inclusive_add((v >> 3u));
    return v;
}
NBL_FUNCTION uint32_t helper_2(uint32_t w, uint32_t t) {
    uint32_t v = w;
    v = v * 31u + nbl_subgroup_or((v >> 3u) & 255u);
    if (((t >> 1u) & 1u) == 0u) {
        v = v * 31u + (nbl_subgroup_any(((v >> 3u) & 7u) == 0u) ? 1u : 2u);
        if (v < 952158462u) {
            v = v * 31u + nbl_subgroup_ballot(((v ^ t) & 1u) == 0u).x;
            if ((v & 3u) == 0u) {
                v = v * 31u + (nbl_subgroup_any(((v ^ t) & 7u) == 0u) ? 1u : 2u);
                v = v * 31u + (nbl_subgroup_elect() ? 3u : 5u);
                v = v * 31u + nbl_subgroup_broadcast_first((v >> 3u));
            }
        } else {
            v = v * 31u + nbl_subgroup_add(1u);
            v = v * 31u + nbl_subgroup_xor((v >> 3u));
        }
        v = v * 109u + t;
    }
    v = v * 31u + nbl_subgroup_max((t + 1u));
    v = v * 31u + (nbl_subgroup_any(((v >> 3u) & 7u) == 0u) ? 1u : 2u);
    return v;
}
#if DIVERGENT_HAS(0)
NBL_FUNCTION uint32_t program_0(uint32_t t) {
    uint32_t v = t * 7u + 1u;
    v = v * 31u + nbl_subgroup_broadcast_first((v ^ t));
    v = v * 97u + t;
    v = v + helper_2(v ^ 0u, t);
    v = v * 31u + nbl_subgroup_add((v >> 3u));
    return v;
}
#endif
#if DIVERGENT_HAS(1)
NBL_FUNCTION uint32_t program_1(uint32_t t) {
    uint32_t v = t * 7u + 1u;
    v = v * 167u + t;
    if ((v & 3u) == 0u) {
        if (v < 1517300987u) {
            uint32_t k1_bound = (t % 3u) + 1u;
            for (uint32_t k1 = 0u; k1 < k1_bound; k1++) {
                if (((t + k1) & 1u) == 0u) {
                    v = v + helper_1(v ^ 8u, t);
                }
                v = v * 127u + t;
            }
            v = v * 31u + nbl_subgroup_ballot(((v >> 3u) & 1u) == 0u).x;
        }
    } else {
        v = v * 31u + (nbl_subgroup_any(((v ^ t) & 7u) == 0u) ? 1u : 2u);
        if ((v & 3u) == 0u) {
            v = v * 31u + nbl_subgroup_add(v);
            v = v + helper_0(v ^ 4u, t);
            if ((t % 3u) == 1u) {
                if ((v & 3u) == 2u) {
                    v = v * 31u + (nbl_subgroup_elect() ? 3u : 5u);
                    v = v * 31u + nbl_subgroup_exclusive_add((v >> 3u));
                    v = v * 31u + nbl_subgroup_or(v & 255u);
                } else {
                    v = v * 51u + t;
                    v = v * 31u + nbl_subgroup_or(v & 255u);
                }
            }
        } else {
            if (((t >> 1u) & 1u) == 0u) {
                v = v + helper_2(v ^ 8u, t);
            } else {
                if (v < 2898684504u) {
                    v = v * 31u + nbl_subgroup_add((v >> 3u));
                    v = v * 31u + nbl_subgroup_xor((v ^ t));
                    v = v * 31u + nbl_subgroup_max((t + 1u));
                }
                v = v * 31u + (nbl_subgroup_elect() ? 3u : 5u);
                if (v < 36422433u) {
                    v = v * 31u + nbl_subgroup_add(1u);
                    v = v + helper_0(v ^ 8u, t);
                    v = v * 31u + nbl_subgroup_xor((v >> 3u));
                } else {
                    v = v * 31u + nbl_subgroup_add(1u);
                }
            }
        }
    }
    v = v * 31u + nbl_subgroup_exclusive_add((v ^ t));
    return v;
}
#endif
#if DIVERGENT_HAS(2)
NBL_FUNCTION uint32_t program_2(uint32_t t) {
    uint32_t v = t * 7u + 1u;
    v = v * 77u + t;
    v = v * 31u + nbl_subgroup_add((v >> 3u));
    return v;
}
#endif
#if DIVERGENT_HAS(3)
NBL_FUNCTION uint32_t program_3(uint32_t t) {
    uint32_t v = t * 7u + 1u;
    v = v * 75u + t;
    v = v * 31u + nbl_subgroup_xor((v ^ t));
    v = v * 31u + nbl_subgroup_add(1u);
    return v;
}
#endif
#if DIVERGENT_HAS(4)
NBL_FUNCTION uint32_t program_4(uint32_t t) {
    uint32_t v = t * 7u + 1u;
    v = v * 31u + nbl_subgroup_xor((v >> 3u));
    v = v * 31u + (nbl_subgroup_any(((t + 1u) & 7u) == 0u) ? 1u : 2u);
    return v;
}
#endif
#if DIVERGENT_HAS(5)
NBL_FUNCTION uint32_t program_5(uint32_t t) {
    uint32_t v = t * 7u + 1u;
    v = v * 143u + t;
    v = v * 31u + (nbl_subgroup_any(((t + 1u) & 7u) == 0u) ? 1u : 2u);
    return v;
}
#endif
#if DIVERGENT_HAS(6)
NBL_FUNCTION uint32_t program_6(uint32_t t) {
    uint32_t v = t * 7u + 1u;
    v = v + helper_2(v ^ 3u, t);
    v = v * 31u + nbl_subgroup_max(v);
    if ((v & 3u) == 1u) {
        uint32_t k1 = 0u;
        uint32_t k1_bound = (t & 3u);
        while (k1 < k1_bound) {
            v = v * 31u + nbl_subgroup_xor((t + 1u));
            v = v + helper_0(v ^ 8u, t);
            k1 = k1 + 1u;
        }
        v = v * 31u + nbl_subgroup_add((t + 1u));
    } else {
        v = v * 39u + t;
    }
    v = v * 31u + nbl_subgroup_ballot(((v ^ t) & 1u) == 0u).x;
    return v;
}
#endif
#if DIVERGENT_HAS(7)
NBL_FUNCTION uint32_t program_7(uint32_t t) {
    uint32_t v = t * 7u + 1u;
    v = v * 21u + t;
    v = v * 31u + nbl_subgroup_add(1u);
    return v;
}
#endif
#if DIVERGENT_HAS(8)
NBL_FUNCTION uint32_t program_8(uint32_t t) {
    uint32_t v = t * 7u + 1u;
    uint32_t k1 = 0u;
    uint32_t k1_bound = (t & 3u);
    while (k1 < k1_bound) {
        v = v * 31u + nbl_subgroup_or((v >> 3u) & 255u);
        v = v * 31u + nbl_subgroup_or(v & 255u);
        v = v * 31u + nbl_subgroup_max(v);
        k1 = k1 + 1u;
    }
    v = v * 31u + nbl_subgroup_max((v >> 3u));
    return v;
}
#endif
#if DIVERGENT_HAS(9)
NBL_FUNCTION uint32_t program_9(uint32_t t) {
    uint32_t v = t * 7u + 1u;
    if ((v & 3u) == 0u) {
        if ((v & 3u) == 1u) {
            uint32_t k1 = 0u;
            uint32_t k1_bound = (t % 3u) + 1u;
            while (k1 < k1_bound) {
                v = v + helper_1(v ^ 1u, t);
                if (k1 == 0u) {
                    if (v < 270431724u) break;
                    v = v * 31u + nbl_subgroup_add(1u);
                } else {
                    v = v * 31u + nbl_subgroup_add(1u);
                }
                v = v + helper_2(v ^ 5u, t);
                k1 = k1 + 1u;
            }
            uint32_t k2_bound = 3u;
            for (uint32_t k2 = 0u; k2 < k2_bound; k2++) {
                if ((v & 3u) == 1u) {
                    v = v * 31u + nbl_subgroup_xor((t + 1u));
                    v = v * 81u + t;
                }
                if ((t % 3u) == 0u) break;
            }
        }
        v = v * 31u + nbl_subgroup_xor((v ^ t));
    }
    v = v * 31u + nbl_subgroup_inclusive_add((v ^ t));
    return v;
}
#endif
#if DIVERGENT_HAS(10)
NBL_FUNCTION uint32_t program_10(uint32_t t) {
    uint32_t v = t * 7u + 1u;
    uint32_t k1_bound = (t % 3u) + 1u;
    for (uint32_t k1 = 0u; k1 < k1_bound; k1++) {
        v = v * 31u + (nbl_subgroup_any((v & 7u) == 0u) ? 1u : 2u);
        v = v * 31u + nbl_subgroup_ballot(((t + 1u) & 1u) == 0u).x;
        v = v + helper_1(v ^ 2u, t);
    }
    v = v * 31u + nbl_subgroup_broadcast_first(v);
    return v;
}
#endif
#if DIVERGENT_HAS(11)
NBL_FUNCTION uint32_t program_11(uint32_t t) {
    uint32_t v = t * 7u + 1u;
    v = v * 31u + nbl_subgroup_min((v ^ t));
    if ((v & 3u) == 0u) {
        uint32_t k1_bound = 3u;
        for (uint32_t k1 = 0u; k1 < k1_bound; k1++) {
            v = v * 31u + nbl_subgroup_add(1u);
        }
        if ((v & 3u) == 2u) {
            if ((t % 3u) == 1u) {
                v = v + helper_2(v ^ 7u, t);
                v = v * 31u + nbl_subgroup_ballot(((v >> 3u) & 1u) == 0u).x;
            }
        } else {
            v = v * 31u + nbl_subgroup_add(1u);
            v = v * 31u + (nbl_subgroup_elect() ? 3u : 5u);
        }
        v = v * 31u + nbl_subgroup_add(1u);
    }
    v = v * 31u + nbl_subgroup_or((v ^ t) & 255u);
    return v;
}
#endif
#if DIVERGENT_HAS(12)
NBL_FUNCTION uint32_t program_12(uint32_t t) {
    uint32_t v = t * 7u + 1u;
    v = v * 147u + t;
    v = v * 47u + t;
    v = v * 31u + nbl_subgroup_xor(v);
    return v;
}
#endif
#if DIVERGENT_HAS(13)
NBL_FUNCTION uint32_t program_13(uint32_t t) {
    uint32_t v = t * 7u + 1u;
    v = v * 31u + nbl_subgroup_broadcast_first((v ^ t));
    v = v * 31u + (nbl_subgroup_any(((v >> 3u) & 7u) == 0u) ? 1u : 2u);
    v = v * 31u + nbl_subgroup_xor((v ^ t));
    return v;
}
#endif
#if DIVERGENT_HAS(14)
NBL_FUNCTION uint32_t program_14(uint32_t t) {
    uint32_t v = t * 7u + 1u;
    v = v + helper_2(v ^ 7u, t);
    if (v < 942612965u) {
        v = v * 31u + nbl_subgroup_min((t + 1u));
    }
    v = v * 31u + nbl_subgroup_or((t + 1u) & 255u);
    return v;
}
#endif
#if DIVERGENT_HAS(15)
NBL_FUNCTION uint32_t program_15(uint32_t t) {
    uint32_t v = t * 7u + 1u;
    uint32_t k1 = 0u;
    uint32_t k1_bound = (t % 3u) + 1u;
    while (k1 < k1_bound) {
        v = v + helper_2(v ^ 1u, t);
        k1 = k1 + 1u;
    }
    v = v * 31u + nbl_subgroup_min((v >> 3u));
    if ((t % 3u) == 2u) {
        v = v + helper_2(v ^ 6u, t);
    } else {
        if (((t >> 2u) & 1u) == 0u) {
            uint32_t k2_bound = 2u;
            for (uint32_t k2 = 0u; k2 < k2_bound; k2++) {
                v = v * 31u + nbl_subgroup_xor((v >> 3u));
                v = v * 113u + t;
                v = v * 45u + t;
            }
        } else {
            if (v < 2579897001u) {
                v = v * 33u + t;
                v = v * 31u + nbl_subgroup_xor((t + 1u));
                v = v * 193u + t;
            }
            if (v < 2695206169u) {
                if ((t % 3u) == 1u) {
                    v = v * 31u + nbl_subgroup_or((t + 1u) & 255u);
                    v = v * 31u + nbl_subgroup_min((v >> 3u));
                    v = v * 31u + nbl_subgroup_inclusive_add((v >> 3u));
                }
                if (v < 3882726896u) {
                    v = v * 31u + nbl_subgroup_broadcast_first(v);
                } else {
                    v = v * 31u + nbl_subgroup_broadcast_first(v);
                    v = v * 31u + nbl_subgroup_inclusive_add((t + 1u));
                    v = v * 31u + nbl_subgroup_add((t + 1u));
                }
                v = v * 31u + (nbl_subgroup_elect() ? 3u : 5u);
            } else {
                v = v * 31u + nbl_subgroup_ballot(((v >> 3u) & 1u) == 0u).x;
                v = v + helper_0(v ^ 6u, t);
            }
        }
        v = v * 55u + t;
    }
    v = v * 31u + nbl_subgroup_or(v & 255u);
    return v;
}
#endif
#if DIVERGENT_HAS(16)
NBL_FUNCTION uint32_t program_16(uint32_t t) {
    uint32_t v = t * 7u + 1u;
    if (v < 3058571056u) {
        if (v < 2259971842u) {
            v = v * 151u + t;
        } else {
            v = v * 31u + nbl_subgroup_exclusive_add(v);
            if ((t % 3u) == 1u) {
                if (v < 3501797896u) {
                    v = v * 31u + nbl_subgroup_or((t + 1u) & 255u);
                    v = v * 177u + t;
                    v = v * 31u + nbl_subgroup_exclusive_add((v ^ t));
                } else {
                    v = v * 31u + nbl_subgroup_broadcast_first((v >> 3u));
                    v = v * 31u + nbl_subgroup_broadcast_first((t + 1u));
                }
                v = v * 31u + nbl_subgroup_max((v >> 3u));
                v = v * 31u + (nbl_subgroup_any((v & 7u) == 0u) ? 1u : 2u);
            } else {
                if ((v & 3u) == 1u) {
                    v = v * 31u + nbl_subgroup_xor((t + 1u));
                    v = v * 31u + nbl_subgroup_ballot(((v ^ t) & 1u) == 0u).x;
                    v = v * 31u + nbl_subgroup_max(v);
                } else {
                    v = v * 31u + nbl_subgroup_or((v ^ t) & 255u);
                    v = v * 31u + nbl_subgroup_add(1u);
                }
            }
        }
        if (v < 2077149278u) {
            v = v * 31u + nbl_subgroup_or((v ^ t) & 255u);
            if (((t >> 2u) & 1u) == 1u) {
                if ((t % 3u) == 2u) {
                    v = v + helper_2(v ^ 2u, t);
                } else {
                    v = v * 31u + nbl_subgroup_min((v ^ t));
                    v = v + helper_1(v ^ 4u, t);
                }
                v = v * 63u + t;
            }
        }
    } else {
        v = v * 31u + nbl_subgroup_inclusive_add((v ^ t));
    }
    v = v * 31u + nbl_subgroup_max((v >> 3u));
    if (((t >> 0u) & 1u) == 0u) {
        v = v + helper_2(v ^ 8u, t);
    } else {
        uint32_t k1_bound = 2u;
        for (uint32_t k1 = 0u; k1 < k1_bound; k1++) {
            if (v < 1623043535u) {
                if ((v & 3u) == 2u) {
                    v = v * 31u + (nbl_subgroup_elect() ? 3u : 5u);
                    v = v * 31u + nbl_subgroup_exclusive_add((t + 1u));
                }
            }
        }
        v = v * 31u + nbl_subgroup_add(v);
    }
    v = v * 31u + nbl_subgroup_exclusive_add(v);
    return v;
}
#endif
#if DIVERGENT_HAS(17)
NBL_FUNCTION uint32_t program_17(uint32_t t) {
    uint32_t v = t * 7u + 1u;
    v = v * 151u + t;
    uint32_t k1 = 0u;
    uint32_t k1_bound = 3u;
    while (k1 < k1_bound) {
        if (((t >> 0u) & 1u) == 1u) {
            v = v * 31u + nbl_subgroup_or((v >> 3u) & 255u);
            if (((t >> 1u) & 1u) == 1u) {
                v = v * 31u + nbl_subgroup_add((v ^ t));
                v = v * 31u + nbl_subgroup_inclusive_add(v);
                v = v * 31u + nbl_subgroup_add((v ^ t));
            } else {
                if (k1 == 0u) {
                    if (k1 == 1u) break;
                    v = v * 31u + nbl_subgroup_add((v ^ t));
                }
                if (v < 2349028543u) break;
                v = v * 139u + t;
            }
            if (k1 == 1u) {
                v = v * 31u + nbl_subgroup_or(v & 255u);
                if (((t >> 0u) & 1u) == 0u) {
                    v = v * 31u + (nbl_subgroup_any((v & 7u) == 0u) ? 1u : 2u);
                    v = v * 31u + nbl_subgroup_broadcast_first((v >> 3u));
                } else {
                    if (((t >> 0u) & 1u) == 0u) break;
                }
                if (v < 3163782527u) {
                    v = v * 31u + nbl_subgroup_or(v & 255u);
                    if (((t >> 1u) & 1u) == 0u) break;
                    v = v * 31u + (nbl_subgroup_elect() ? 3u : 5u);
                }
            } else {
                v = v * 31u + nbl_subgroup_max((t + 1u));
                v = v * 65u + t;
            }
        }
        k1 = k1 + 1u;
    }
    v = v * 31u + nbl_subgroup_ballot(((t + 1u) & 1u) == 0u).x;
    return v;
}
#endif
#if DIVERGENT_HAS(18)
NBL_FUNCTION uint32_t program_18(uint32_t t) {
    uint32_t v = t * 7u + 1u;
    v = v * 151u + t;
    v = v + helper_0(v ^ 2u, t);
    v = v + helper_2(v ^ 8u, t);
    v = v * 31u + nbl_subgroup_or(v & 255u);
    return v;
}
#endif
#if DIVERGENT_HAS(19)
NBL_FUNCTION uint32_t program_19(uint32_t t) {
    uint32_t v = t * 7u + 1u;
    if ((v & 3u) == 2u) {
        v = v * 91u + t;
    }
    v = v * 31u + nbl_subgroup_or(v & 255u);
    v = v * 31u + nbl_subgroup_or((v >> 3u) & 255u);
    v = v * 31u + nbl_subgroup_ballot(((t + 1u) & 1u) == 0u).x;
    return v;
}
#endif
#if DIVERGENT_HAS(20)
NBL_FUNCTION uint32_t program_20(uint32_t t) {
    uint32_t v = t * 7u + 1u;
    v = v * 31u + nbl_subgroup_broadcast_first(v);
    v = v * 31u + nbl_subgroup_ballot(((v ^ t) & 1u) == 0u).x;
    v = v * 31u + nbl_subgroup_ballot(((t + 1u) & 1u) == 0u).x;
    return v;
}
#endif
#if DIVERGENT_HAS(21)
NBL_FUNCTION uint32_t program_21(uint32_t t) {
    uint32_t v = t * 7u + 1u;
    v = v * 31u + nbl_subgroup_or((v >> 3u) & 255u);
    v = v + helper_1(v ^ 5u, t);
    v = v * 23u + t;
    v = v * 31u + nbl_subgroup_min(v);
    return v;
}
#endif
#if DIVERGENT_HAS(22)
NBL_FUNCTION uint32_t program_22(uint32_t t) {
    uint32_t v = t * 7u + 1u;
    v = v + helper_2(v ^ 4u, t);
    v = v * 31u + (nbl_subgroup_elect() ? 3u : 5u);
    return v;
}
#endif
#if DIVERGENT_HAS(23)
NBL_FUNCTION uint32_t program_23(uint32_t t) {
    uint32_t v = t * 7u + 1u;
    v = v * 31u + (nbl_subgroup_any(((t + 1u) & 7u) == 0u) ? 1u : 2u);
    v = v * 31u + nbl_subgroup_or((v >> 3u) & 255u);
    v = v + helper_2(v ^ 5u, t);
    v = v * 31u + nbl_subgroup_add((v ^ t));
    return v;
}
#endif
#if DIVERGENT_HAS(24)
NBL_FUNCTION uint32_t program_24(uint32_t t) {
    uint32_t v = t * 7u + 1u;
    uint32_t k1_bound = 3u;
    for (uint32_t k1 = 0u; k1 < k1_bound; k1++) {
        if (v < 4203038110u) {
            uint32_t k2_bound = 2u;
            for (uint32_t k2 = 0u; k2 < k2_bound; k2++) {
                v = v * 31u + nbl_subgroup_max(v);
                if (k2 == 1u) {
                    v = v + helper_2(v ^ 4u, t);
                    v = v * 31u + nbl_subgroup_add(1u);
                } else {
                    v = v * 117u + t;
                }
            }
            if (v < 1749384770u) break;
            if (((t >> 2u) & 1u) == 1u) {
                v = v * 31u + nbl_subgroup_add(1u);
                v = v * 13u + t;
            } else {
                v = v * 31u + nbl_subgroup_or((v ^ t) & 255u);
                v = v * 31u + nbl_subgroup_or(v & 255u);
            }
        } else {
            uint32_t k3 = 0u;
            uint32_t k3_bound = (t % 3u) + 1u;
            while (k3 < k3_bound) {
                v = v * 157u + t;
                v = v * 31u + nbl_subgroup_or((v >> 3u) & 255u);
                if (((t + k3) & 1u) == 0u) {
                    v = v * 31u + nbl_subgroup_inclusive_add(v);
                }
                k3 = k3 + 1u;
            }
            if (v < 3973547620u) continue;
            v = v * 31u + nbl_subgroup_inclusive_add(v);
        }
    }
    v = v * 31u + nbl_subgroup_exclusive_add((t + 1u));
    return v;
}
#endif
#if DIVERGENT_HAS(25)
NBL_FUNCTION uint32_t program_25(uint32_t t) {
    uint32_t v = t * 7u + 1u;
    v = v * 31u + nbl_subgroup_ballot(((v >> 3u) & 1u) == 0u).x;
    v = v * 119u + t;
    v = v * 31u + nbl_subgroup_exclusive_add(v);
    return v;
}
#endif
#if DIVERGENT_HAS(26)
NBL_FUNCTION uint32_t program_26(uint32_t t) {
    uint32_t v = t * 7u + 1u;
    if (v < 3496329448u) {
        v = v * 31u + nbl_subgroup_add(1u);
        uint32_t k1 = 0u;
        uint32_t k1_bound = (v & 1u) + 1u;
        while (k1 < k1_bound) {
            uint32_t k2 = 0u;
            uint32_t k2_bound = (v & 1u) + 1u;
            while (k2 < k2_bound) {
                if (v < 3075969412u) break;
                v = v * 25u + t;
                k2 = k2 + 1u;
            }
            v = v * 31u + nbl_subgroup_xor((v ^ t));
            if ((v & 3u) == 0u) {
                v = v + helper_0(v ^ 6u, t);
            }
            k1 = k1 + 1u;
        }
    }
    v = v * 31u + nbl_subgroup_add(1u);
    v = v * 31u + nbl_subgroup_broadcast_first(v);
    return v;
}
#endif
#if DIVERGENT_HAS(27)
NBL_FUNCTION uint32_t program_27(uint32_t t) {
    uint32_t v = t * 7u + 1u;
    v = v * 91u + t;
    v = v * 31u + (nbl_subgroup_any((v & 7u) == 0u) ? 1u : 2u);
    return v;
}
#endif
#if DIVERGENT_HAS(28)
NBL_FUNCTION uint32_t program_28(uint32_t t) {
    uint32_t v = t * 7u + 1u;
    v = v * 173u + t;
    v = v * 31u + nbl_subgroup_or(v & 255u);
    return v;
}
#endif
#if DIVERGENT_HAS(29)
NBL_FUNCTION uint32_t program_29(uint32_t t) {
    uint32_t v = t * 7u + 1u;
    uint32_t k1 = 0u;
    uint32_t k1_bound = 3u;
    while (k1 < k1_bound) {
        v = v * 31u + (nbl_subgroup_any(((v ^ t) & 7u) == 0u) ? 1u : 2u);
        v = v * 31u + nbl_subgroup_max((v >> 3u));
        v = v + helper_1(v ^ 8u, t);
        k1 = k1 + 1u;
    }
    v = v + helper_1(v ^ 1u, t);
    v = v + helper_0(v ^ 2u, t);
    v = v * 31u + nbl_subgroup_add(1u);
    return v;
}
#endif
#if DIVERGENT_HAS(30)
NBL_FUNCTION uint32_t program_30(uint32_t t) {
    uint32_t v = t * 7u + 1u;
    if ((v & 3u) == 1u) {
        uint32_t k1_bound = (v & 1u) + 1u;
        for (uint32_t k1 = 0u; k1 < k1_bound; k1++) {
            if (((t >> 0u) & 1u) == 1u) continue;
            v = v * 31u + nbl_subgroup_or((v >> 3u) & 255u);
            v = v * 31u + nbl_subgroup_broadcast_first((v ^ t));
        }
        uint32_t k2_bound = (t & 3u);
        for (uint32_t k2 = 0u; k2 < k2_bound; k2++) {
            if ((v & 3u) == 1u) {
                v = v * 31u + nbl_subgroup_inclusive_add((v ^ t));
                v = v * 31u + nbl_subgroup_exclusive_add((t + 1u));
                v = v * 31u + nbl_subgroup_exclusive_add((t + 1u));
            }
            v = v + helper_1(v ^ 7u, t);
        }
        if ((t % 3u) == 2u) {
            v = v + helper_2(v ^ 2u, t);
            v = v * 31u + nbl_subgroup_broadcast_first((t + 1u));
            if ((v & 3u) == 1u) {
                if ((v & 3u) == 0u) {
                    v = v * 31u + (nbl_subgroup_any(((v ^ t) & 7u) == 0u) ? 1u : 2u);
                    v = v * 31u + nbl_subgroup_add(1u);
                    v = v * 31u + nbl_subgroup_inclusive_add((t + 1u));
                } else {
                    v = v * 31u + nbl_subgroup_add(1u);
                }
            }
        }
    }
    uint32_t k3 = 0u;
    uint32_t k3_bound = (t & 3u);
    while (k3 < k3_bound) {
        v = v * 7u + t;
        v = v * 31u + nbl_subgroup_ballot(((t + 1u) & 1u) == 0u).x;
        if (((t >> 1u) & 1u) == 0u) {
            if (((t >> 0u) & 1u) == 0u) break;
        }
        k3 = k3 + 1u;
    }
    uint32_t k4_bound = (t % 3u) + 1u;
    for (uint32_t k4 = 0u; k4 < k4_bound; k4++) {
        v = v * 31u + nbl_subgroup_min(v);
        v = v * 97u + t;
    }
    v = v * 31u + nbl_subgroup_max((v ^ t));
    return v;
}
#endif
#if DIVERGENT_HAS(31)
NBL_FUNCTION uint32_t program_31(uint32_t t) {
    uint32_t v = t * 7u + 1u;
    v = v * 31u + nbl_subgroup_add((t + 1u));
    v = v * 31u + nbl_subgroup_ballot((v & 1u) == 0u).x;
    if ((t % 3u) == 2u) {
        v = v + helper_2(v ^ 6u, t);
        v = v * 79u + t;
        if ((t % 3u) == 0u) {
            v = v * 31u + nbl_subgroup_xor((v ^ t));
            if (v < 2314269858u) {
                v = v * 31u + nbl_subgroup_min((v >> 3u));
                v = v * 183u + t;
            }
            v = v * 31u + (nbl_subgroup_any((v & 7u) == 0u) ? 1u : 2u);
        } else {
            v = v * 31u + nbl_subgroup_exclusive_add((t + 1u));
            if ((v & 3u) == 2u) {
                v = v + helper_1(v ^ 5u, t);
            } else {
                if (v < 4194915700u) {
                    v = v * 31u + nbl_subgroup_or((t + 1u) & 255u);
                    v = v * 31u + (nbl_subgroup_any((v & 7u) == 0u) ? 1u : 2u);
                    v = v * 31u + (nbl_subgroup_elect() ? 3u : 5u);
                }
            }
            v = v + helper_0(v ^ 6u, t);
        }
    } else {
        v = v * 31u + nbl_subgroup_inclusive_add((v >> 3u));
        v = v + helper_0(v ^ 1u, t);
    }
    v = v * 31u + nbl_subgroup_add((v >> 3u));
    return v;
}
#endif
#if DIVERGENT_HAS(32)
NBL_FUNCTION uint32_t program_32(uint32_t t) {
    uint32_t v = t * 7u + 1u;
    v = v * 31u + nbl_subgroup_max(v);
    if ((t % 3u) == 2u) {
        v = v * 31u + (nbl_subgroup_elect() ? 3u : 5u);
        if ((v & 3u) == 0u) {
            v = v * 31u + (nbl_subgroup_elect() ? 3u : 5u);
        } else {
            v = v * 31u + nbl_subgroup_inclusive_add((v >> 3u));
            v = v * 93u + t;
        }
        uint32_t k1 = 0u;
        uint32_t k1_bound = (t & 3u);
        while (k1 < k1_bound) {
            if (k1 == 0u) {
                v = v * 31u + nbl_subgroup_broadcast_first((v ^ t));
                v = v + helper_1(v ^ 1u, t);
                v = v * 31u + nbl_subgroup_xor((v >> 3u));
            } else {
                if (v < 1066671862u) {
                    if (k1 == 1u) break;
                    if (v < 1892381453u) break;
                } else {
                    v = v * 31u + nbl_subgroup_or((v >> 3u) & 255u);
                    v = v * 31u + nbl_subgroup_add((v ^ t));
                    v = v * 109u + t;
                }
                v = v * 31u + (nbl_subgroup_any((v & 7u) == 0u) ? 1u : 2u);
                v = v * 31u + nbl_subgroup_exclusive_add((v ^ t));
            }
            v = v * 173u + t;
            uint32_t k2_bound = 3u;
            for (uint32_t k2 = 0u; k2 < k2_bound; k2++) {
                v = v * 31u + nbl_subgroup_add((t + 1u));
                v = v + helper_1(v ^ 3u, t);
                v = v * 3u + t;
            }
            k1 = k1 + 1u;
        }
    }
    v = v * 43u + t;
    v = v * 31u + nbl_subgroup_ballot(((v ^ t) & 1u) == 0u).x;
    return v;
}
#endif
#if DIVERGENT_HAS(33)
NBL_FUNCTION uint32_t program_33(uint32_t t) {
    uint32_t v = t * 7u + 1u;
    if (((t >> 2u) & 1u) == 0u) {
        v = v * 31u + nbl_subgroup_inclusive_add((v ^ t));
        if (((t >> 2u) & 1u) == 0u) {
            v = v * 31u + nbl_subgroup_inclusive_add((v ^ t));
            v = v + helper_0(v ^ 0u, t);
            v = v * 25u + t;
        }
        v = v + helper_0(v ^ 8u, t);
    }
    v = v * 31u + nbl_subgroup_or(v & 255u);
    v = v + helper_1(v ^ 6u, t);
    v = v * 31u + nbl_subgroup_add(1u);
    return v;
}
#endif
#if DIVERGENT_HAS(34)
NBL_FUNCTION uint32_t program_34(uint32_t t) {
    uint32_t v = t * 7u + 1u;
    v = v * 31u + nbl_subgroup_broadcast_first((v >> 3u));
    v = v * 31u + nbl_subgroup_broadcast_first((v >> 3u));
    return v;
}
#endif
#if DIVERGENT_HAS(35)
NBL_FUNCTION uint32_t program_35(uint32_t t) {
    uint32_t v = t * 7u + 1u;
    v = v * 181u + t;
    v = v * 31u + nbl_subgroup_xor((v >> 3u));
    return v;
}
#endif
#if DIVERGENT_HAS(36)
NBL_FUNCTION uint32_t program_36(uint32_t t) {
    uint32_t v = t * 7u + 1u;
    uint32_t k1_bound = (t & 3u);
    for (uint32_t k1 = 0u; k1 < k1_bound; k1++) {
        uint32_t k2_bound = 3u;
        for (uint32_t k2 = 0u; k2 < k2_bound; k2++) {
            if ((v & 3u) == 1u) continue;
            v = v * 73u + t;
            v = v + helper_0(v ^ 2u, t);
        }
        if ((t % 3u) == 0u) {
            if (((t + k1) & 1u) == 0u) {
                v = v + helper_1(v ^ 3u, t);
                v = v * 31u + nbl_subgroup_min(v);
                v = v * 31u + (nbl_subgroup_elect() ? 3u : 5u);
            } else {
                v = v * 177u + t;
                if (((t + k1) & 1u) == 0u) {
                    v = v * 31u + nbl_subgroup_inclusive_add((v ^ t));
                    v = v * 31u + nbl_subgroup_xor((t + 1u));
                    v = v * 93u + t;
                }
            }
            if ((t % 3u) == 1u) {
                v = v * 31u + nbl_subgroup_broadcast_first(v);
                v = v * 31u + (nbl_subgroup_elect() ? 3u : 5u);
                v = v + helper_0(v ^ 4u, t);
            }
            if ((t % 3u) == 0u) continue;
        } else {
            if (k1 == 0u) {
                if (k1 == 1u) {
                    v = v * 31u + (nbl_subgroup_any(((v >> 3u) & 7u) == 0u) ? 1u : 2u);
                    v = v * 31u + (nbl_subgroup_elect() ? 3u : 5u);
                    v = v * 31u + nbl_subgroup_xor(v);
                } else {
                    v = v + helper_2(v ^ 3u, t);
                    v = v * 31u + (nbl_subgroup_any((v & 7u) == 0u) ? 1u : 2u);
                    v = v * 31u + nbl_subgroup_inclusive_add((v ^ t));
                }
                v = v * 31u + nbl_subgroup_inclusive_add((v >> 3u));
                v = v * 31u + nbl_subgroup_max((v >> 3u));
            }
        }
    }
    if (((t >> 1u) & 1u) == 0u) {
        v = v * 31u + nbl_subgroup_max((v ^ t));
        v = v * 31u + nbl_subgroup_inclusive_add(v);
    } else {
        if ((v & 3u) == 2u) {
            if ((t % 3u) == 1u) {
                v = v + helper_0(v ^ 2u, t);
            }
        } else {
            v = v * 31u + nbl_subgroup_add(1u);
            v = v * 25u + t;
        }
    }
    v = v * 31u + nbl_subgroup_broadcast_first((v >> 3u));
    return v;
}
#endif
#if DIVERGENT_HAS(37)
NBL_FUNCTION uint32_t program_37(uint32_t t) {
    uint32_t v = t * 7u + 1u;
    uint32_t k1 = 0u;
    uint32_t k1_bound = (v & 1u) + 1u;
    while (k1 < k1_bound) {
        v = v + helper_0(v ^ 8u, t);
        v = v + helper_0(v ^ 6u, t);
        k1 = k1 + 1u;
    }
    uint32_t k2 = 0u;
    uint32_t k2_bound = (t % 3u) + 1u;
    while (k2 < k2_bound) {
        uint32_t k3 = 0u;
        uint32_t k3_bound = 2u;
        while (k3 < k3_bound) {
            v = v * 135u + t;
            v = v * 31u + nbl_subgroup_add(v);
            k3 = k3 + 1u;
        }
        k2 = k2 + 1u;
    }
    v = v * 31u + nbl_subgroup_ballot((v & 1u) == 0u).x;
    v = v * 31u + nbl_subgroup_ballot(((t + 1u) & 1u) == 0u).x;
    return v;
}
#endif
#if DIVERGENT_HAS(38)
NBL_FUNCTION uint32_t program_38(uint32_t t) {
    uint32_t v = t * 7u + 1u;
    v = v * 31u + nbl_subgroup_add(1u);
    v = v * 31u + (nbl_subgroup_any(((v >> 3u) & 7u) == 0u) ? 1u : 2u);
    v = v * 31u + nbl_subgroup_ballot(((v >> 3u) & 1u) == 0u).x;
    v = v * 31u + nbl_subgroup_min(v);
    return v;
}
#endif
#if DIVERGENT_HAS(39)
NBL_FUNCTION uint32_t program_39(uint32_t t) {
    uint32_t v = t * 7u + 1u;
    v = v * 31u + nbl_subgroup_min((v ^ t));
    if (((t >> 1u) & 1u) == 1u) {
        v = v * 31u + nbl_subgroup_add(1u);
        v = v * 31u + (nbl_subgroup_elect() ? 3u : 5u);
    }
    v = v * 31u + nbl_subgroup_or((v ^ t) & 255u);
    return v;
}
#endif

NBL_LOCAL_SIZE(32)
NBL_KERNEL(divergent) {
    uint32_t t = nbl_local_invocation_index();
    uint32_t which = nbl_workgroup_index() + DIVERGENT_FIRST;
    uint32_t v = 0u;
#if DIVERGENT_HAS(0)
    if (which == 0u) v = program_0(t);
#endif
#if DIVERGENT_HAS(1)
    if (which == 1u) v = program_1(t);
#endif
#if DIVERGENT_HAS(2)
    if (which == 2u) v = program_2(t);
#endif
#if DIVERGENT_HAS(3)
    if (which == 3u) v = program_3(t);
#endif
#if DIVERGENT_HAS(4)
    if (which == 4u) v = program_4(t);
#endif
#if DIVERGENT_HAS(5)
    if (which == 5u) v = program_5(t);
#endif
#if DIVERGENT_HAS(6)
    if (which == 6u) v = program_6(t);
#endif
#if DIVERGENT_HAS(7)
    if (which == 7u) v = program_7(t);
#endif
#if DIVERGENT_HAS(8)
    if (which == 8u) v = program_8(t);
#endif
#if DIVERGENT_HAS(9)
    if (which == 9u) v = program_9(t);
#endif
#if DIVERGENT_HAS(10)
    if (which == 10u) v = program_10(t);
#endif
#if DIVERGENT_HAS(11)
    if (which == 11u) v = program_11(t);
#endif
#if DIVERGENT_HAS(12)
    if (which == 12u) v = program_12(t);
#endif
#if DIVERGENT_HAS(13)
    if (which == 13u) v = program_13(t);
#endif
#if DIVERGENT_HAS(14)
    if (which == 14u) v = program_14(t);
#endif
#if DIVERGENT_HAS(15)
    if (which == 15u) v = program_15(t);
#endif
#if DIVERGENT_HAS(16)
    if (which == 16u) v = program_16(t);
#endif
#if DIVERGENT_HAS(17)
    if (which == 17u) v = program_17(t);
#endif
#if DIVERGENT_HAS(18)
    if (which == 18u) v = program_18(t);
#endif
#if DIVERGENT_HAS(19)
    if (which == 19u) v = program_19(t);
#endif
#if DIVERGENT_HAS(20)
    if (which == 20u) v = program_20(t);
#endif
#if DIVERGENT_HAS(21)
    if (which == 21u) v = program_21(t);
#endif
#if DIVERGENT_HAS(22)
    if (which == 22u) v = program_22(t);
#endif
#if DIVERGENT_HAS(23)
    if (which == 23u) v = program_23(t);
#endif
#if DIVERGENT_HAS(24)
    if (which == 24u) v = program_24(t);
#endif
#if DIVERGENT_HAS(25)
    if (which == 25u) v = program_25(t);
#endif
#if DIVERGENT_HAS(26)
    if (which == 26u) v = program_26(t);
#endif
#if DIVERGENT_HAS(27)
    if (which == 27u) v = program_27(t);
#endif
#if DIVERGENT_HAS(28)
    if (which == 28u) v = program_28(t);
#endif
#if DIVERGENT_HAS(29)
    if (which == 29u) v = program_29(t);
#endif
#if DIVERGENT_HAS(30)
    if (which == 30u) v = program_30(t);
#endif
#if DIVERGENT_HAS(31)
    if (which == 31u) v = program_31(t);
#endif
#if DIVERGENT_HAS(32)
    if (which == 32u) v = program_32(t);
#endif
#if DIVERGENT_HAS(33)
    if (which == 33u) v = program_33(t);
#endif
#if DIVERGENT_HAS(34)
    if (which == 34u) v = program_34(t);
#endif
#if DIVERGENT_HAS(35)
    if (which == 35u) v = program_35(t);
#endif
#if DIVERGENT_HAS(36)
    if (which == 36u) v = program_36(t);
#endif
#if DIVERGENT_HAS(37)
    if (which == 37u) v = program_37(t);
#endif
#if DIVERGENT_HAS(38)
    if (which == 38u) v = program_38(t);
#endif
#if DIVERGENT_HAS(39)
    if (which == 39u) v = program_39(t);
#endif
    NBL_STORE(results, which * 32u + t, v);
}
