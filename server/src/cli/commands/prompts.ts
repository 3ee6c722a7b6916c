import { PromptError } from '../../telephony/prompts/recording-files.ts'
import { type VoiceLanguage, voiceLanguages } from '../../telephony/prompts/voice.ts'
import { defineCommand, one, operand, type Reading } from '../command.ts'
import { CommandFailed, UsageError } from '../failures.ts'
import { importRecordings } from '../prompts/prompts-import.ts'
import { plainText } from '../readings.ts'

const language: Reading<VoiceLanguage> = {
  expected: voiceLanguages.join(', '),
  read: (typed) => voiceLanguages.find((known) => known === typed),
}

const importFolder = defineCommand({
  words: 'prompts import',
  summary: "Speak with recordings of your own, laid out as in Asterisk's sound packages",
  operands: { from: operand('FOLDER', plainText('a folder with digits/0.wav and so on')) },
  options: { language: one('LANGUAGE', 'what is spoken', language) },
  async run({ operands, options, open }) {
    if (options.language === undefined) {
      throw new UsageError(`prompts import: --language is missing: expected ${language.expected}`)
    }
    const dataFolder = (await open()).settings.RINGKEY_DATA
    let text = ''
    try {
      importRecordings({ from: operands.from, language: options.language, dataFolder }, (line) => {
        text += line
      })
    } catch (error) {
      throw error instanceof PromptError ? new CommandFailed(error.message) : error
    }
    return { json: { language: options.language, dataFolder }, text }
  },
})

export const promptCommands = [importFolder]
