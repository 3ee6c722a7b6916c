/** More channels than any trunk has; the search ends there. */
const maxChannels = 1_000_000

/**
 * The share of calls that find every channel busy, by Erlang B: B(0) = 1, B(n) = A·B(n-1) / (n + A·B(n-1)).
 * `offered` is the traffic in erlangs: calls a second times seconds a call.
 */
function nextBlocking(previous: number, offered: number, channels: number): number {
  return (offered * previous) / (channels + offered * previous)
}

/** The fewest channels that refuse at most this share of the calls. */
export function channelsFor(offered: number, maxBlocking: number): { channels: number; blocking: number } {
  let blocking = 1
  let channels = 0
  while (blocking > maxBlocking && channels < maxChannels) {
    channels += 1
    blocking = nextBlocking(blocking, offered, channels)
  }
  return { channels, blocking }
}
