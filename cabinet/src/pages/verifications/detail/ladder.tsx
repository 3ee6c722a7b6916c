import { Button, Collapse, Group, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { VerificationDetail } from '@ringkey/server/cabinet-api'
import { useTexts } from '../../../language/language.tsx'
import { reasonTexts } from '../reasons.ts'
import classes from './detail.module.css'
import { detailTexts } from './texts.ts'

/** The SIP messages between us and the carrier, collapsed at first. */
export function Ladder({ attempts }: Pick<VerificationDetail, 'attempts'>) {
  const text = useTexts(detailTexts)
  const reasons = useTexts(reasonTexts)
  const [isOpen, { toggle }] = useDisclosure(false)
  if (attempts.length === 0) return null
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Title order={2}>{text.ladder}</Title>
        <Button size="compact-xs" variant="subtle" onClick={toggle} aria-expanded={isOpen}>
          {isOpen ? text.hideLadder : text.showLadder}
        </Button>
      </Group>
      <Collapse expanded={isOpen}>
        <Stack gap="md">
          <Text size="xs" className={classes.quiet!}>
            {text.ladderHint}
          </Text>
          {attempts.map(({ trunk, reason, ladder }, index) => (
            <div key={String(index)}>
              <Text size="sm" fw={600} mb={4}>
                {text.attempt(index + 1)}
                {trunk !== null && ` ${text.over(trunk)}`}: {reasons[reason]?.name ?? reason}
              </Text>
              <table className={classes.ladder}>
                <thead>
                  <tr>
                    <th>ms</th>
                    <th>{text.us}</th>
                    <th>{text.them}</th>
                  </tr>
                </thead>
                <tbody>
                  {ladder.map(({ atMs, from, text: said }, line) => (
                    <tr key={String(line)}>
                      <td>{atMs}</td>
                      <td colSpan={2}>
                        <div className={classes.arrow} data-from={from}>
                          {from === 'them' ? `← ${said}` : from === 'us' ? `${said} →` : `⚠ ${said}`}
                        </div>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          ))}
        </Stack>
      </Collapse>
    </Stack>
  )
}
