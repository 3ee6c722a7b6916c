import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Phrases } from './phrases.ts'

/** A spoken text: a WAV file, and when each word begins and ends, in seconds. */
export interface Spoken {
  readonly wav: Buffer
  readonly words: readonly { readonly start: number; readonly end: number }[]
}

/** Festival breaks the phrase at every mark, also in English, where its own model breaks at every second comma. */
const festivalProgram = (voice: string, text: string, file: string) => `
(voice_${voice})
(Parameter.set 'Phrase_Method 'cart_tree)
(set! phrase_cart_tree
  '((lisp_token_end_punc in ("?" "." ":" ";" "," "!")) ((BB)) ((n.name is 0) ((BB)) ((NB)))))
(set! spoken (utt.synth (Utterance Text "${text}")))
(utt.save.wave spoken "${file}" 'riff)
(mapcar
  (lambda (word) (format t "%f %f\\n" (item.feat word 'word_start) (item.feat word 'word_end)))
  (utt.relation.items spoken 'Word))
`

export function byFestival(folder: string, voice: string, text: string): Spoken {
  const [program, file] = [join(folder, 'say.scm'), join(folder, 'said.wav')]
  writeFileSync(program, festivalProgram(voice, text, file))
  const printed = execFileSync('festival', ['--batch', program]).toString()
  const words = printed
    .trim()
    .split('\n')
    .map((line) => {
      const [start, end] = line.split(' ').map(Number) as [number, number]
      return { start, end }
    })
  return { wav: readFileSync(file), words }
}

export function byEspeak(voice: string, text: string, wordsPerMinute: number): Spoken {
  return {
    wav: execFileSync('espeak-ng', ['-v', voice, '-s', String(wordsPerMinute), '--stdout', text]),
    words: [],
  }
}

export type Speaker = Phrases['speaker']
