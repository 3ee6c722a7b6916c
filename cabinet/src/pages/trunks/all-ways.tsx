import { Alert, Badge, Button, Collapse, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { AllWaysLine, TrunkView } from '@ringkey/server/cabinet-api'
import { useEffect, useState } from 'react'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { bindText } from '../../parts/bind.ts'
import { RowForm } from '../../parts/form.tsx'
import { IconDownload } from '../../parts/icons.tsx'
import { Ladder, rungOf } from '../../parts/ladder.tsx'
import { saveFile } from '../../parts/save-file.ts'
import { navigationTexts } from '../texts.ts'
import { allWaysTexts } from './all-ways-texts.ts'
import { CallerHeader } from './caller-header.tsx'
import { trunkProblems } from './texts.ts'
import { useStreamedTest } from './use-streamed-test.ts'

type Step = Extract<AllWaysLine, { readonly kind: 'step' }>
type Checked = Extract<AllWaysLine, { readonly kind: 'checked' }>['checked']

interface TriedCheck {
  readonly way: Checked['way']
  readonly steps: readonly Step[]
  readonly checked: Checked | undefined
}

/** The lines so far, gathered by way. */
function triedWays(lines: readonly AllWaysLine[]): TriedCheck[] {
  const tried: TriedCheck[] = []
  for (const line of lines) {
    const last = tried.at(-1)
    if (line.kind === 'begun') tried.push({ way: line.way, steps: [], checked: undefined })
    else if (line.kind === 'step' && last !== undefined)
      tried.splice(-1, 1, { ...last, steps: [...last.steps, line] })
    else if (line.kind === 'checked' && last !== undefined)
      tried.splice(-1, 1, { ...last, checked: line.checked })
  }
  return tried
}

/** Tests a trunk in every way and offers the report. Closing the dialog stops the test. */
export function AllWays({ trunk, onClose }: { readonly trunk: TrunkView; readonly onClose: () => void }) {
  const text = useTexts(allWaysTexts)
  const navigation = useTexts(navigationTexts)
  const [phone, setPhone] = useState('')
  const test = useStreamedTest('/operator/trunks/:name/test-all')
  const { lines } = test
  const sent = { name: trunk.name, ...(phone.trim() === '' ? {} : { phone }) }
  const tried = triedWays(lines)
  // The instruction for the person stays until the way is tested.
  const asked = lines.findLast((line) => line.kind === 'asks' || line.kind === 'checked')
  const heard = lines.find((line) => line.kind === 'heard')
  const report = lines.find((line) => line.kind === 'report')
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={text.title(trunk.name)}
      closeButtonProps={{ 'aria-label': navigation.close }}
    >
      <Stack>
        <Text variant="hint">{text.about}</Text>
        <RowForm
          action={text.start}
          mutation={test}
          errorTexts={trunkProblems}
          isMain
          onSubmit={() => test.start(sent)}
        >
          <TextInput
            label={text.phone}
            description={text.phoneAbout}
            type="tel"
            style={{ flex: 1, minWidth: 180 }}
            {...bindText(phone, setPhone)}
          />
        </RowForm>
        <div role="status">
          {test.isPending && asked?.kind === 'asks' && (
            <Alert color="yellow">{text.requests[asked.request]}</Alert>
          )}
        </div>
        {tried.map((each) => (
          <Check key={each.way} {...each} peer={trunk.name} />
        ))}
        {heard !== undefined && <Heard wav={heard.wav} />}
        {lines.some(({ kind }) => kind === 'failed') && <Alert color="red">{text.broken}</Alert>}
        {report !== undefined && (
          <Button
            variant="light"
            leftSection={<IconDownload size={16} />}
            onClick={() =>
              saveFile(new Blob([report.text], { type: 'text/plain' }), `trunk-${trunk.name}.txt`)
            }
          >
            {text.save}
          </Button>
        )}
      </Stack>
    </Modal>
  )
}

const colours = { passed: 'teal', failed: 'red', 'left-out': 'gray' } as const

function Check({ way, steps, checked, peer }: TriedCheck & { readonly peer: string }) {
  const text = useTexts(allWaysTexts)
  const formats = useFormats()
  const [isOpen, { toggle }] = useDisclosure(false)
  return (
    <Stack gap={4}>
      <Group gap="xs">
        <Text fw={600}>{text.checks[way]}</Text>
        {checked === undefined ? (
          <Badge color="yellow">…</Badge>
        ) : (
          <>
            <Badge color={colours[checked.result]}>{text.results[checked.result]}</Badge>
            {checked.result !== 'left-out' && <Text variant="note">{formats.seconds(checked.tookMs)}</Text>}
          </>
        )}
        {steps.length > 0 && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-xs"
            ml="auto"
            aria-expanded={isOpen}
            onClick={toggle}
          >
            {text.messages}
          </Button>
        )}
      </Group>
      {checked !== undefined && (
        <Text size="sm">
          {text.findings[checked.finding]}
          {checked.heardMs !== undefined &&
            checked.heardMs > 0 &&
            ` ${text.heard(formats.seconds(checked.heardMs))}`}
          {checked.said !== '' && ` (${checked.said})`}
        </Text>
      )}
      {checked?.incoming !== undefined && <CallerHeader trunk={peer} seen={checked.incoming} />}
      <Collapse expanded={isOpen}>
        <Ladder rungs={steps.map(rungOf)} peer={peer} />
      </Collapse>
    </Stack>
  )
}

function Heard({ wav }: { readonly wav: string }) {
  const text = useTexts(allWaysTexts)
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const bytes = Uint8Array.from(atob(wav), (letter) => letter.charCodeAt(0))
    const made = URL.createObjectURL(new Blob([bytes], { type: 'audio/wav' }))
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [wav])
  return (
    <Stack gap={4}>
      <Text size="sm">{text.recording}</Text>
      {/* biome-ignore lint/a11y/useMediaCaption: what a phone sent back; nobody knows its words beforehand */}
      <audio controls src={address} />
    </Stack>
  )
}
