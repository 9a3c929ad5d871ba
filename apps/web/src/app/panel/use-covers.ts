import { useMediaQuery } from '@mantine/hooks'

/** Returns whether the window is too narrow for the conversation and the panel beside it: the panel covers it then. */
export const useCovers = (): boolean =>
  useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false })
