import { Anchor, Group, Text } from '@mantine/core'
import { Link } from 'wouter'
import { useTexts } from '../language/language.tsx'
import classes from './frame.module.css'

const texts = {
  en: {
    demo: 'Demo: calls go to a simulated carrier, nobody is really called.',
    phone: 'Open the demo phone',
  },
  ru: {
    demo: 'Демо: звонки идут в имитатор оператора связи, настоящим людям никто не звонит.',
    phone: 'Открыть демо-телефон',
  },
}

export function DemoStrip({ height }: { readonly height: number }) {
  const text = useTexts(texts)
  return (
    <Group h={height} px="md" gap="xs" wrap="nowrap" className={classes.demo}>
      <Text size="xs" truncate>
        {text.demo}
      </Text>
      <Anchor component={Link} href="/phone" size="xs" fw={600} c="inherit" style={{ whiteSpace: 'nowrap' }}>
        {text.phone}
      </Anchor>
    </Group>
  )
}
