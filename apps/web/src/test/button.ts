import { screen } from '@testing-library/dom'

/** Returns whether a button is disabled, which must be there. */
export const isDisabled = (name: string | RegExp): boolean =>
  screen.getByRole<HTMLButtonElement>('button', { name }).disabled
