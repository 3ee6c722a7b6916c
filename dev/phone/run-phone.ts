import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { playSound } from './play-sound.ts'
import { watchPhone } from './terminal-phone.ts'

export interface PhoneChoices {
  readonly dataFolder: string
  /** A folder for recordings; `phone` in the data folder when left out. */
  readonly save?: string
  readonly answers: boolean
  readonly once: boolean
  readonly json: boolean
}

/** Standard input and output, or a test's replacement. */
export interface PhoneStreams {
  readonly input: Readable & { readonly isTTY?: boolean; setRawMode?(isRaw: boolean): unknown }
  readonly output: Writable
}

/** `ringkey dev phone` in a real terminal: reads keys if there is a keyboard, and plays the received audio. */
export function runPhone(choices: PhoneChoices, { input, output }: PhoneStreams): Promise<void> {
  const hasKeyboard = input.isTTY === true && !choices.json
  return watchPhone({
    ...choices,
    recordings: choices.save ?? join(choices.dataFolder, 'phone'),
    out: (text) => void output.write(text),
    ...(hasKeyboard ? { listen: (onKey) => listenTo(input, onKey), play: playSound } : {}),
  })
}

function listenTo(input: PhoneStreams['input'], onKey: (key: string) => void): () => void {
  const onData = (bytes: Buffer | string) => {
    for (const key of String(bytes)) onKey(key)
  }
  input.setRawMode?.(true)
  input.on('data', onData)
  return () => {
    input.off('data', onData)
    input.setRawMode?.(false)
    input.pause()
  }
}
