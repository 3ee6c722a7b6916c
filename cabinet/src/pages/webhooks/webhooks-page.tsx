import { Stack, Tabs } from '@mantine/core'
import { useSearchParams } from 'wouter'
import { useServiceOfPage } from '../../frame/service-of-page.ts'
import { useTexts } from '../../language/language.tsx'
import { Page } from '../../parts/page.tsx'
import { DeliveryList } from './delivery-list.tsx'
import { Endpoints } from './endpoints/endpoints.tsx'
import { SignatureCheck } from './signature-check.tsx'
import { webhooksTexts } from './texts.ts'

export default function WebhooksPage() {
  const text = useTexts(webhooksTexts)
  const [search, setSearch] = useSearchParams()
  const serviceId = useServiceOfPage()
  const tab = search.get('tab') === 'check' ? 'check' : 'list'
  return (
    <Page title={text.title}>
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(value) => setSearch(value === 'check' ? { tab: 'check' } : {}, { replace: true })}
      >
        <Tabs.List>
          <Tabs.Tab value="list">{text.tabs.list}</Tabs.Tab>
          <Tabs.Tab value="check">{text.tabs.check}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="list" pt="md">
          <Stack gap="md">
            <Endpoints serviceId={serviceId} />
            <DeliveryList serviceId={serviceId} />
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="check" pt="md">
          <SignatureCheck />
        </Tabs.Panel>
      </Tabs>
    </Page>
  )
}
