import { type ImportPrompts, importPrompts } from '../../telephony/prompts/import-prompts.ts'
import { pieceNames } from '../../telephony/prompts/voice.ts'

/** `ringkey prompts import FOLDER --language ru`: throws a `PromptError` that names the faulty file. */
export function importRecordings(wanted: ImportPrompts, out: (text: string) => void): void {
  const { folder, imported, missing } = importPrompts(wanted)
  out(`${imported.length} recordings are in ${folder}; calls in "${wanted.language}" use them from now on.\n`)
  const silent = missing.filter((name) => name !== pieceNames.press)
  if (silent.length > 0)
    out(`Not recorded, and left out of the speech so that no second voice joins in: ${silent.join(', ')}.\n`)
  if (silent.length < missing.length)
    out(`Not recorded, and asked by the built-in voice: ${pieceNames.press}.\n`)
}
