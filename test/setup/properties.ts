// The quick run draws the same examples each time, so that what it says is about the change; the long run draws new ones,
// and fast-check prints the seed of what fails.
import fc from 'fast-check'

if (process.env.RINGKEY_TEST_LONG !== '1')
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 20_260_701 })
