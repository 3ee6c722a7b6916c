import { refusals } from '@ringkey/server/refusals'
import type { Both } from './texts.ts'

/** Why a call that was started here was refused, by the code of the answer. */
export const callRefusals: Readonly<Record<string, Both>> = Object.fromEntries(
  Object.entries(refusals).flatMap(([word, { cabinet }]) =>
    cabinet === null ? [] : [[`refused-${word}`, cabinet]],
  ),
)
