/** Times in the API are whole Unix seconds. */
export function unixSeconds(timeMs: number): number {
  return Math.floor(timeMs / 1000)
}
