import { screen } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { useNotices } from '#lib/notices.ts'
import { openPage } from '#test/page.tsx'

test('notices stay beside the side panel, whose buttons they would cover', async () => {
  const rect = new DOMRect(innerWidth - 480, 48, 480, innerHeight - 48)
  const Page = () => {
    const notices = useNotices()
    return (
      <>
        <aside data-keep-clear="beside" />
        <button type="button" onClick={() => notices.show({ title: 'Saved' })}>
          Save
        </button>
      </>
    )
  }
  const { user } = await openPage(<Page />)
  const save = await screen.findByRole('button', { name: 'Save' })
  const panel = screen.getByRole('complementary')
  vi.spyOn(panel, 'getClientRects').mockReturnValue([rect] as unknown as DOMRectList)
  vi.spyOn(panel, 'getBoundingClientRect').mockReturnValue(rect)
  await user.click(save)
  const box = (await screen.findByText('Saved')).closest('section')
  expect(box?.style.getPropertyValue('--clear-beside')).toBe('480px')
  // As without the panel above the lower edge.
  expect(box?.style.getPropertyValue('--clear')).toBe('0px')
})
