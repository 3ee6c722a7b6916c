// `npm start`: builds what is missing or was made from other sources, then becomes the service. What cannot be built is told,
// and the start goes on: the API works without the cabinet, and the sources run as the bundle does.
import { build, sourcesOfService } from './build.ts'

const entry = (await build()) ?? sourcesOfService
// The service takes the place of this process, so that a signal to it reaches whichever of them runs.
process.execve!(process.execPath, [process.execPath, entry], process.env)
