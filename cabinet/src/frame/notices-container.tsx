import '@mantine/notifications/styles.css'
import { Notifications } from '@mantine/notifications'

export default function NoticesContainer() {
  return <Notifications position="bottom-right" />
}
