import { expect, it } from 'vitest'
import { englishGuide, type Figures } from '../guide.ts'
import { russianGuide } from '../guide-russian.ts'
import { methods } from '../methods/index.ts'
import { documentationOf } from './chapters.ts'
import { sectionOfV1 } from './v1.ts'

const figures: Figures = {
  ratePerSecond: 30,
  numberLimits: {
    gapMs: 15_000,
    perMinute: 4,
    perDay: 30,
    blockMs: 36_000_000,
    everywhere: { gapMs: 5_000, perMinute: 8, perDay: 60, blockMs: 0 },
  },
  publicUrl: undefined,
  errorStatus: 'mirror',
  profile: 'standard',
}

it('documents: every sentence has its Russian form', () => {
  const missing: string[] = []
  const section = sectionOfV1(methods, {
    isLimited: true,
    errorStatus: 'mirror',
    strangerStatus: 'mirror',
    profile: 'standard',
  })
  documentationOf([section], figures, 'ru', (sentence) => missing.push(sentence))
  expect(missing).toEqual([])
})

it('documents: the Russian guide has the chapters and blocks of the English one', () => {
  const shapeOf = ({ chaptersOf, chaptersOfWebhook }: typeof englishGuide) => [
    chaptersOf(figures).map(({ id, blocks }) => [id, blocks.map(kindOf)]),
    chaptersOfWebhook.map(({ blocks }) => blocks.map(kindOf)),
  ]
  const kindOf = (block: unknown) => (Array.isArray(block) ? block.length : typeof block)
  expect(shapeOf(russianGuide)).toEqual(shapeOf(englishGuide))
})
