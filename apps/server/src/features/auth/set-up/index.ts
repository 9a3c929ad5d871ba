// The first start: creates the first user with a one-time key or from the configuration.
export { CONFIGURED_NAME, openSetUp, type ConfiguredAdmin, type SetUp } from './set-up.ts'
