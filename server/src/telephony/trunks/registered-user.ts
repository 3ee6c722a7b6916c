// Apart from trunk-settings.ts, whose schemas would take 3 MB of the SIP thread.
import type { TrunkSettings } from '../../storage/queries/trunks.ts'

/** The user that a trunk registers as. From also has this user when it does not have the calling number. */
export function registeredUser({ registerUser, authUser, fromUser }: TrunkSettings): string | null {
  return registerUser ?? authUser?.replace(/@.*$/, '') ?? fromUser
}
