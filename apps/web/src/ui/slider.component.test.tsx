import { screen } from '@testing-library/dom'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { openPage } from '#test/page.tsx'
import { Slider } from './slider.tsx'

function Length({ resetAt }: { resetAt?: 'left' | 'none' | 'right' }) {
  const [value, setValue] = useState(200)
  return (
    <Slider
      label="Length"
      bounds={{ min: 64, max: 8_192 }}
      value={value}
      said={`${value} tokens`}
      reset={{ value: 1_024, label: 'Reset to 1,024' }}
      {...(resetAt ? { resetAt } : {})}
      onChange={setValue}
    />
  )
}

const open = async (resetAt?: 'left' | 'none' | 'right') => {
  const page = await openPage(<Length {...(resetAt ? { resetAt } : {})} />)
  await screen.findByRole('slider')
  return page
}
const number = () => screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Length' })

test('what is typed is rounded and kept within the bounds', async () => {
  const { user } = await open()
  for (const [typed, kept] of [
    ['300.6', '301'],
    ['9', '64'],
    ['90000', '8192'],
    ['', '8192'],
  ] as const) {
    await user.clear(number())
    if (typed) await user.type(number(), typed)
    await user.keyboard('{Enter}')
    expect(number().value).toBe(kept)
  }
  expect(screen.getByRole('slider', { name: 'Length' }).getAttribute('aria-valuetext')).toBe('8192 tokens')
})

test('the reset button sets the default, and is off there (PAGE-3)', async () => {
  const { user } = await open()
  const reset = screen.getByRole<HTMLButtonElement>('button', { name: 'Reset to 1,024' })
  await user.click(reset)
  expect([number().value, reset.disabled]).toEqual(['1024', true])
})

test.each(['left', 'none', 'right'] as const)('the reset button is at the %s', async (at) => {
  await open(at)
  const parts = [...(number().parentElement?.querySelectorAll('input, button') ?? [])]
  const found = parts.findIndex(({ tagName }) => tagName === 'BUTTON')
  expect(found).toBe({ left: 0, none: -1, right: 2 }[at])
})
