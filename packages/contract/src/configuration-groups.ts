/** The groups of keys of the configuration file, in the order of the page. */
export const CONFIGURATION_GROUPS = [
  'appearance',
  'people',
  'chats',
  'models',
  'sources',
  'operation',
] as const
export type ConfigurationGroup = (typeof CONFIGURATION_GROUPS)[number]
