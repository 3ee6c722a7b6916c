/** The browser reads the file after the click, in its own time. */
const keptMs = 60_000

/** Lets the browser save what the page holds. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), keptMs)
}
