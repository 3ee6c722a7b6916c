import { Anchor, Group, Text } from '@mantine/core'
import { Link } from 'wouter'
import { useMay } from '../api/me.ts'
import { useTexts } from '../language/language.tsx'
import { defineMessages } from '../language/texts.ts'
import classes from './frame.module.css'

const texts = defineMessages({
  demo: [
    'Demo: calls go to a simulated carrier, nobody is really called.',
    'Демо: звонки идут в имитатор оператора связи, настоящим людям никто не звонит.',
  ],
  over: [
    'The demo is over: calls of this account are refused until the operator makes it real.',
    'Демо завершено: звонки этого аккаунта отклоняются, пока администратор не переведёт его в рабочие.',
  ],
  short: ['Demo: no real calls.', 'Демо: людям не звоним.'],
  overShort: ['The demo is over: calls are refused.', 'Демо завершено: звонки отклоняются.'],
  phone: ['Open the demo phone', 'Открыть демо-телефон'],
})

export function DemoStrip({ height, isOver }: { readonly height: number; readonly isOver: boolean }) {
  const text = useTexts(texts)
  const mayCall = useMay('change-services')
  return (
    <Group h={height} px="md" gap="xs" wrap="nowrap" className={classes.demo}>
      <Text size="xs" truncate visibleFrom="sm">
        {isOver ? text.over : text.demo}
      </Text>
      <Text size="xs" truncate hiddenFrom="sm">
        {isOver ? text.overShort : text.short}
      </Text>
      {!isOver && mayCall && (
        <Anchor
          component={Link}
          href="/phone"
          size="xs"
          fw={600}
          c="inherit"
          style={{ whiteSpace: 'nowrap' }}
        >
          {text.phone}
        </Anchor>
      )}
    </Group>
  )
}
