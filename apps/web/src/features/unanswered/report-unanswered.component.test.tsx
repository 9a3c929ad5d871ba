import { contract } from '@polylogue/contract/browser'
import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { ReportUnanswered } from './report-unanswered.tsx'

async function open(told: number[]) {
  const state = { told }
  const server = serverOf().answer(contract.unanswered.own, () => ({ messageIds: state.told }))
  const page = await openPage(<ReportUnanswered datasourceId={9} messageId={7} />, { server })
  return { ...page, state }
}

test('a question that was reported earlier can be withdrawn, and is not reported again', async () => {
  const { user, server, state } = await open([5, 7])
  expect(
    await screen.findByText('The people who maintain the data source can see your question now.'),
  ).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Report question' })).toBeNull()
  server.answer(contract.unanswered.withdraw, () => {
    state.told = [5]
    return {} as never
  })
  await user.click(screen.getByRole('button', { name: 'Withdraw question' }))
  expect(await screen.findByRole('button', { name: 'Report question' })).toBeTruthy()
})

test('a question that cannot be reported says so, and can be reported again', async () => {
  const { user, server } = await open([5])
  server.refuse(contract.unanswered.report, { status: 500, errorCode: 'UNEXPECTED' })
  await user.click(await screen.findByRole('button', { name: 'Report question' }))
  expect(await screen.findByText(/^Could not report/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Report question' })).toBeTruthy()
})
