import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepPresses } from './kept-press.ts'

class FakeNode {}

/** A button that counts its clicks. */
class FakeButton extends FakeNode {
  readonly isConnected = true
  top = 100
  clicks = 0
  readonly closest = () => this
  readonly contains = (other: unknown) => other === this
  readonly getBoundingClientRect = () => ({ x: 10, y: this.top })
  readonly click = () => (this.clicks += 1)
}

const listeners = new Map<string, (event: object) => void>()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('Node', FakeNode)
  vi.stubGlobal('Element', FakeNode)
  vi.stubGlobal('window', {
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
  })
  keepPresses()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const send = (type: string, event: object = {}) => listeners.get(type)?.(event)

/** Releases the mouse button above `target`, and sends the browser's own click there; returns whether it arrives. */
function release(target: FakeNode): boolean {
  send('pointerup', { target, clientX: 12, clientY: 102 })
  const [preventDefault, stopImmediatePropagation] = [vi.fn(), vi.fn()]
  send('click', { isTrusted: true, preventDefault, stopImmediatePropagation })
  vi.runAllTimers()
  return stopImmediatePropagation.mock.calls.length === 0
}

function pressed(): FakeButton {
  const target = new FakeButton()
  send('pointerdown', { target, clientX: 12, clientY: 102, button: 0 })
  return target
}

test('a button that moved away while it was pressed is clicked instead of what is there now', () => {
  const button = pressed()
  button.top = 160
  expect([release(new FakeNode()), button.clicks]).toEqual([false, 1])
})

test('a button that stays gets the click of the browser', () => {
  const button = pressed()
  expect([release(button), button.clicks]).toEqual([true, 0])
})

test('Escape cancels a press, whether the button of the closing dialog moves or stays', () => {
  for (const moved of [true, false]) {
    const button = pressed()
    send('keydown', { key: 'Escape' })
    if (moved) button.top = 160
    expect([release(moved ? new FakeNode() : button), button.clicks]).toEqual([false, 0])
  }
  const button = pressed()
  send('keydown', { key: 'a' })
  expect([release(button), button.clicks]).toEqual([true, 0])
})
