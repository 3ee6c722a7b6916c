import { readFileSync } from 'node:fs'
import { perform } from '../../operations/perform.ts'
import * as recordings from '../../operations/recordings.ts'
import { languageTagPattern } from '../../platform/languages.ts'
import { readFolder } from '../../telephony/prompts/read-folder.ts'
import { allPieces, pieceNames } from '../../telephony/prompts/voice.ts'
import { listing } from '../columns.ts'
import { defineCommand, needed, one, operand } from '../command.ts'
import { CommandFailed } from '../failures.ts'
import { findService } from '../finding.ts'
import { id, oneOf, text } from '../readings.ts'

const tag = {
  expected: 'a language tag such as de or pt-BR',
  read: (typed: string) => (new RegExp(languageTagPattern).test(typed) ? typed : undefined),
}
const language = needed('LANGUAGE', 'of the recordings', tag)
const service = one('SERVICE', 'of this service; of the installation when not given', id)
const pieceName = oneOf(...allPieces)

const importing = defineCommand({
  words: 'prompts import',
  summary: 'Use recordings of your own: a folder in the layout of Asterisk sound packages',
  operands: { folder: operand('FOLDER', text('a folder')) },
  options: { language, service },
  async run({ operands: { folder }, options, open }) {
    const context = await open()
    const { pieces, missing } = readFolder(folder)
    const tagged = recordings.languageTag(options.language)
    const asked = { service: options.service ?? 0, language: tagged, pieces }
    await perform(context, recordings.importVoice, asked)
    // The greeting says why we call where no announcement is recorded; a name is for those who want one.
    const { press, announcement, name } = pieceNames
    const silent = missing.filter((each) => ![press, announcement, name].some((other) => other === each))
    const count = Object.keys(pieces).length
    return {
      json: { language: tagged, service: options.service ?? null, imported: count, missing },
      text: [
        `${count} recordings are stored; calls in "${tagged}" use them from now on.`,
        ...(silent.length === 0
          ? []
          : [
              `Not recorded, and left out of the speech so that no second voice joins in: ${silent.join(', ')}.`,
            ]),
        ...(missing.includes(press) ? [`Not recorded, and asked by the built-in voice: ${press}.`] : []),
      ].join('\n'),
    }
  },
})

const record = defineCommand({
  words: 'prompts set',
  summary: 'Use one recording of your own: a WAV file',
  operands: { piece: operand('PIECE', pieceName), file: operand('FILE', text('a WAV file')) },
  options: { language, service },
  async run({ operands: { piece, file }, options, open }) {
    const context = await open()
    const given = { language: options.language, piece, wav: read(file).toString('base64') }
    const made =
      options.service === undefined
        ? await perform(context, recordings.setInstallationRecording, given)
        : await perform(context, recordings.setRecording, { ...given, service: options.service })
    return { json: made, text: `${piece} is stored; calls in "${made.language}" use it from now on.` }
  },
})

const list = defineCommand({
  words: 'prompts list',
  summary: 'Show the recordings of your own',
  options: { service },
  async run({ options, open }) {
    const context = await open()
    if (options.service !== undefined) await findService(context, options.service)
    const voices = await context.store.ownVoices([options.service ?? 0])
    const rows = voices.flatMap(({ language, pieces }) =>
      pieces.map(({ piece, bytes, createdAt }) => ({ language, piece, seconds: bytes / 8_000, createdAt })),
    )
    return listing(rows, 'There are no recordings: ringkey prompts import FOLDER --language LANGUAGE', {
      LANGUAGE: 'language',
      PIECE: 'piece',
      SECONDS: ({ seconds }) => seconds.toFixed(2),
      SINCE: 'createdAt',
    })
  },
})

const remove = defineCommand({
  words: 'prompts remove',
  summary: 'Remove recordings of your own: one piece, or all of a language',
  options: { language, piece: one('PIECE', 'this one alone', pieceName), service },
  async run({ options: { language, piece, service }, open }) {
    const context = await open()
    const key = { language, ...(piece === undefined ? {} : { piece }) }
    const removed =
      service === undefined
        ? await perform(context, recordings.removeInstallationRecording, key)
        : await perform(context, recordings.removeRecording, { ...key, service })
    return { json: removed, text: `Removed: ${removed.language}${piece === undefined ? '' : `, ${piece}`}.` }
  },
})

export const promptsCommands = [importing, record, list, remove]

function read(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    throw new CommandFailed(`${file} cannot be read: ${(error as Error).message}`)
  }
}
