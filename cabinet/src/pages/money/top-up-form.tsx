import { NumberInput, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useMay } from '../../api/me.ts'
import { useWrite } from '../../api/use-api.ts'
import { useTexts } from '../../language/language.tsx'
import { RowForm } from '../../parts/form.tsx'
import { moneyTexts, topUpProblems } from './texts.ts'

/** Opens the page on which the operator takes money. */
export function TopUpForm() {
  const text = useTexts(moneyTexts)
  const mayPay = useMay('change-money-notices')
  const [amount, setAmount] = useState<number | null>(null)
  const open = useWrite('/money/top-up')
  const submit = () =>
    open.mutate({ amount: (amount ?? 0).toFixed(2) }, { onSuccess: ({ url }) => window.location.assign(url) })
  return (
    <Stack gap="xs">
      <Title order={2}>{text.topUpTitle}</Title>
      <Text variant="hint">{text.topUpHint}</Text>
      <RowForm action={text.topUpGo} mutation={open} errorTexts={topUpProblems} onSubmit={submit}>
        <NumberInput
          label={text.topUpAmount}
          w={180}
          min={1}
          required
          decimalScale={2}
          disabled={!mayPay}
          value={amount ?? ''}
          onChange={(value) => setAmount(value === '' ? null : Number(value))}
        />
      </RowForm>
    </Stack>
  )
}
