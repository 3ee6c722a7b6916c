import { Stack } from '@mantine/core'
import type { Program } from '@ringkey/server/reference'
import { useTexts } from '../../language/language.tsx'
import { CodeBlock } from '../../parts/code-block.tsx'
import { useFilled, useReader } from './reader.ts'
import classes from './reference.module.css'
import { referenceTexts } from './texts.ts'

/** One program in the language that the reader has chosen for the whole page. */
export function Programs({
  programs,
  what,
}: {
  readonly programs: readonly Program[]
  readonly what: string
}) {
  const text = useTexts(referenceTexts)
  const { language, chooseLanguage } = useReader()
  const filled = useFilled()
  const shown = programs.find((program) => program.language === language) ?? programs[0]!
  return (
    <Stack gap={6}>
      <fieldset className={classes.languages} aria-label={text.language}>
        {programs.map((program) => (
          <button
            key={program.language}
            type="button"
            aria-pressed={program === shown}
            onClick={() => chooseLanguage(program.language)}
          >
            {program.language}
          </button>
        ))}
      </fieldset>
      <CodeBlock code={filled(shown.program.trimEnd())} what={what} />
    </Stack>
  )
}
