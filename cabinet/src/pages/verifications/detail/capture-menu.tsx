import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { addressOf, readFile } from '../../../api/client.ts'
import { wantNotices } from '../../../frame/notices.tsx'
import { useTexts } from '../../../language/language.tsx'
import { useProblemText } from '../../../language/problems.ts'
import { defineMessages } from '../../../language/texts.ts'
import { Menu, MenuItem, MenuLabel } from '../../../parts/menu.tsx'
import { saveFile } from '../../../parts/save-file.ts'

const texts = defineMessages({
  save: ['Save as pcap', 'Сохранить pcap'],
  masked: ['Numbers masked', 'Номера скрыты'],
  clear: ['Numbers in clear', 'Номера открыты'],
  noted: ['Saving is noted in the operators’ log.', 'Сохранение записывается в журнал.'],
})

const problems = defineMessages({
  'no-messages': [
    'This node has no SIP messages of this call: each node keeps only the last minutes of its own calls.',
    'На этом узле нет SIP-сообщений звонка: каждый узел хранит их только за последние минуты и только своих звонков.',
  ],
  'no-line': ['This service has no SIP of its own.', 'У этого сервиса нет своего SIP.'],
})

/** Saves the SIP messages of a call for Wireshark. */
export function CaptureMenu({ vendorId }: { readonly vendorId: string }) {
  const text = useTexts(texts)
  const problemText = useProblemText(problems)
  const save = async (numbers: 'masked' | 'clear') => {
    try {
      const address = addressOf('/operator/calls/:vendorId/capture', { vendorId, numbers })
      saveFile(await readFile(address), `call-${vendorId}.pcap`)
    } catch (error) {
      wantNotices()
      notifications.show({ message: problemText(error), color: 'red' })
    }
  }
  return (
    <Menu
      button={(opener) => (
        <Button {...opener} size="compact-xs" variant="subtle">
          {text.save}
        </Button>
      )}
    >
      <MenuItem onClick={() => void save('masked')}>{text.masked}</MenuItem>
      <MenuItem onClick={() => void save('clear')}>{text.clear}</MenuItem>
      <MenuLabel>{text.noted}</MenuLabel>
    </Menu>
  )
}
