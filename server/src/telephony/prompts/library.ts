import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readWav } from '@ringkey/sip'
import { composeSpeech, type Speech } from './speech.ts'
import { pieceNames, type Voice, type VoiceLanguage, voiceLanguages } from './voice.ts'

const builtIn = fileURLToPath(new URL('../../../assets/prompts/', import.meta.url))

/** Folder of an operator's own recordings inside the data folder. */
export const ownPrompts = (dataFolder: string): string => join(dataFolder, 'prompts')

/** The voices of an installation, read once; recordings of the operator stand before the built-in ones. */
export class PromptLibrary {
  readonly #voices: ReadonlyMap<VoiceLanguage, Voice>

  constructor(dataFolder: string | undefined) {
    this.#voices = new Map(
      voiceLanguages.map((language) => [language, readVoice(folderOf(language, dataFolder))]),
    )
  }

  speechOf(language: VoiceLanguage, code: string): Speech {
    return composeSpeech(this.#voices.get(language)!, code)
  }
}

function folderOf(language: VoiceLanguage, dataFolder: string | undefined): string {
  const own = dataFolder === undefined ? undefined : join(ownPrompts(dataFolder), language)
  return own !== undefined && existsSync(own) ? own : join(builtIn, language)
}

/** Reads a folder with WAV files; digits must be there, the rest may be missing. */
export function readVoice(folder: string): Voice {
  const piece = (name: string): Uint8Array => readWav(readFileSync(join(folder, `${name}.wav`)), 'pcma')
  const optional = (name: string): Uint8Array =>
    existsSync(join(folder, `${name}.wav`)) ? piece(name) : new Uint8Array()
  return {
    greeting: optional(pieceNames.greeting),
    digits: Array.from({ length: 10 }, (_, digit) => piece(pieceNames.digit(digit))),
    again: optional(pieceNames.again),
    farewell: optional(pieceNames.farewell),
  }
}
