import { changeInstallation, newTopUpSecret } from '../../../operations/installation.ts'
import { change } from '../../change.ts'
import { read } from '../../route.ts'
import { installationView } from '../../views/operator/installation.ts'

/** Of the store, not of this process: another node may have changed them a moment ago. */
const look = read('/operator/installation', installationView, async ({ deps }) => ({
  settings: await deps.store.installationSettings(),
}))

export const installationRoutes = [look, change(changeInstallation), change(newTopUpSecret)]
