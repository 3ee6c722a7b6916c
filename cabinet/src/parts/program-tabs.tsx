import { Tabs } from '@mantine/core'
import { CodeBlock } from './code-block.tsx'

/** The same program in several languages. */
export function ProgramTabs(props: {
  readonly label: string
  readonly programs: readonly { readonly language: string; readonly program: string }[]
}) {
  const { label, programs } = props
  return (
    <Tabs defaultValue={programs[0]!.language} variant="outline" keepMounted={false}>
      <Tabs.List aria-label={label}>
        {programs.map(({ language }) => (
          <Tabs.Tab key={language} value={language}>
            {language}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {programs.map(({ language, program }) => (
        <Tabs.Panel key={language} value={language} pt="xs">
          <CodeBlock code={program} what={language} />
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
