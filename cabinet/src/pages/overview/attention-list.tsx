import { Group, Stack, Text } from '@mantine/core'
import type { Attention } from '@ringkey/server/cabinet-api'
import { Suspense } from 'react'
import { useMay } from '../../api/me.ts'
import { destinationText } from '../../language/destination.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { IconAlertTriangle, IconCheck } from '../../parts/icons.tsx'
import { lazily } from '../../parts/lazily.ts'
import { TextLink } from '../../parts/text-link.tsx'
import classes from './overview.module.css'
import { attentionTexts, overviewTexts } from './texts.ts'

const AlarmLine = lazily(() => import('../alarms/alarm-line.tsx'))

/** What needs attention, each with a link to the page that handles it. */
export function AttentionList({ items }: { readonly items: readonly Attention[] }) {
  const text = useTexts(overviewTexts)
  const say = useSentence()
  if (items.length === 0) {
    return (
      <Text size="sm">
        <IconCheck size={14} aria-hidden="true" /> {text.fine}
      </Text>
    )
  }
  return (
    <section className={classes.attention} aria-label={text.attention}>
      <Group gap={8} mb={4}>
        <IconAlertTriangle size={18} aria-hidden="true" />
        <Text fw={600}>{text.attention}</Text>
      </Group>
      <Stack gap={4} pl={26}>
        {items.map((item) => {
          const { sentence, link } = say(item)
          return (
            <Text key={JSON.stringify(item)} size="sm">
              {sentence}{' '}
              {link !== null && (
                <TextLink href={link[0]} fw={600} c="inherit" underline="always">
                  {link[1]}
                </TextLink>
              )}
              {item.kind === 'alarms-open' && <NewestAlarm alarm={item.newest} />}
            </Text>
          )
        })}
      </Stack>
    </section>
  )
}

function NewestAlarm({ alarm }: { readonly alarm: Extract<Attention, { kind: 'alarms-open' }>['newest'] }) {
  const text = useTexts(attentionTexts)
  return (
    <Suspense>
      <br />
      {text.newestAlarm} <AlarmLine alarm={alarm} />
    </Suspense>
  )
}

function useSentence() {
  const text = useTexts(attentionTexts)
  const formats = useFormats()
  const mayChange = useMay('change-services')
  return (item: Attention): { sentence: string; link: readonly [href: string, name: string] | null } => {
    switch (item.kind) {
      case 'blocked':
        return { sentence: text.blocked, link: null }
      case 'not-confirmed':
        return { sentence: text['not-confirmed'], link: ['/account', text.confirm] }
      case 'no-service':
        return { sentence: text['no-service'], link: mayChange ? ['/services', text.create] : null }
      case 'never-called':
        return { sentence: text.neverCalled(item.name), link: mayChange ? ['/try', text.try] : null }
      case 'prefix-paused': {
        const destination = destinationText(item.prefix, formats.country)
        return { sentence: text.paused(destination), link: [`/services/${item.serviceId}`, text.seeService] }
      }
      case 'balance-low': {
        const days = Math.floor(item.daysLeft)
        const sentence = days === 0 ? text.balanceHours : text.balanceLow(formats.days(days))
        return { sentence, link: ['/money', text.money] }
      }
      case 'webhooks-failing':
        return {
          sentence: text.webhooks(formats.number(item.failing), formats.number(item.of)),
          link: ['/webhooks?state=failed', text.seeWebhooks],
        }
      case 'alarms-open':
        return {
          sentence: text.alarms(item.count, formats.number(item.count)),
          link: ['/console/alarms', text.seeAlarms],
        }
      case 'completion-fell': {
        const [today, yesterday] = [formats.percent(item.today), formats.percent(item.yesterday)]
        return { sentence: text.completionFell(today, yesterday), link: ['/quality', text.seeWhy] }
      }
      case 'trunks-down':
        return { sentence: text.trunks(item.names.join(', ')), link: ['/console/trunks', text.seeTrunks] }
    }
  }
}
