import { spawn } from 'node:child_process'

/** Programs that play a WAV file on Linux and macOS; the first one found is used. */
const players: readonly (readonly [command: string, ...words: string[]])[] = [
  ['aplay', '-q'],
  ['paplay'],
  ['afplay'],
  ['play', '-q'],
  ['ffplay', '-nodisp', '-autoexit', '-loglevel', 'quiet'],
]

/** Plays a file; resolves false when no such program is installed. */
export async function playSound(file: string): Promise<boolean> {
  for (const [command, ...words] of players) {
    const code = await new Promise<number | null>((resolve) => {
      const player = spawn(command, [...words, file], { stdio: 'ignore' })
      player.once('error', () => resolve(null))
      player.once('exit', (exitCode) => resolve(exitCode))
    })
    if (code === 0) return true
  }
  return false
}
