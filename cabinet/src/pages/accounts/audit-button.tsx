import { Alert, Button, Modal, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { WriteAnswer } from '@ringkey/server/cabinet-api'
import { useOperatorChange } from '../../api/operator.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { Moment } from '../../parts/moment.tsx'
import { navigationTexts } from '../texts.ts'
import { accountsTexts } from './texts.ts'

/** Runs the audit and shows its result. */
export function AuditButton() {
  const text = useTexts(accountsTexts)
  const navigation = useTexts(navigationTexts)
  const [isOpen, { open, close }] = useDisclosure(false)
  const audit = useOperatorChange('/operator/audit')
  const run = () => audit.mutate({}, { onSettled: open })
  return (
    <>
      <Button variant="default" loading={audit.isPending} onClick={run}>
        {text.audit}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={text.auditTitle}
        closeButtonProps={{ 'aria-label': navigation.close }}
      >
        <Stack>
          <ErrorNote error={audit.error} />
          {audit.data !== undefined && <AuditProof audit={audit.data} />}
        </Stack>
      </Modal>
    </>
  )
}

export function AuditProof({ audit }: { readonly audit: WriteAnswer<'/operator/audit'> }) {
  const text = useTexts(accountsTexts)
  const formats = useFormats()
  const isGood = audit.unbalancedAccounts.length + audit.wrongHolds.length + audit.wrongCalls.length === 0
  return (
    <Alert color={isGood ? 'teal' : 'red'} title={isGood ? text.auditGood : text.auditBad} role="status">
      {isGood
        ? text.auditProof(
            formats.number(audit.accounts),
            formats.number(audit.entries),
            formats.number(audit.calls),
          )
        : text.auditFindings(
            [...audit.unbalancedAccounts, ...audit.wrongHolds].join(', '),
            audit.wrongCalls.join(', '),
          )}
      <Text variant="note" mt={4}>
        <Moment at={audit.at} />
      </Text>
    </Alert>
  )
}
