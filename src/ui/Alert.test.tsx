// @vitest-environment jsdom
import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Alert, AlertSupport, type SupportPart } from './Alert.tsx'
import { Button } from './Button.tsx'

const ERROR = new Error('HTTP 502')
const supportFor = (error: unknown, part: SupportPart) => <p>{`${String(error)}: ${part}`}</p>

test('An alert says what happened and what to do, and has nothing to press if nothing helps.', () => {
  render(<Alert message="Staging did not respond." facts="Check your network." />)
  expect(screen.getByRole('alert')).toHaveTextContent('Staging did not respond.Check your network.')
  expect(screen.queryByRole('button')).not.toBeInTheDocument()
})

test('"Try again" is the first button, and the others follow.', async () => {
  const retry = vi.fn<() => void>()
  render(
    <Alert message="Staging did not respond." onRetry={retry}>
      <Button>Cancel</Button>
    </Alert>,
  )
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Try again', 'Cancel'])
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }))
  expect(retry).toHaveBeenCalledOnce()
})

test('The details are closed at first, and can be copied.', async () => {
  const user = userEvent.setup()
  render(<Alert message="Something went wrong." details="TypeError at 10:42" />)
  expect(screen.getByText('TypeError at 10:42')).not.toBeVisible()
  await user.click(screen.getByText('Details'))
  expect(screen.getByText('TypeError at 10:42')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Copy the details' }))
  expect(await navigator.clipboard.readText()).toBe('TypeError at 10:42')
})

test('The app helps with a failed request, at the alert and among its details.', () => {
  render(
    <AlertSupport value={supportFor}>
      <Alert message="Staging did not respond." details="GET /pets" error={ERROR} />
    </AlertSupport>,
  )
  expect(screen.getByText('Error: HTTP 502: copy')).toBeVisible()
  const details = screen.getByRole('group')
  expect(within(details).getByText('Error: HTTP 502: requests')).toBeInTheDocument()
})

test('A part of an alert is announced with it, and not a second time.', () => {
  render(
    <div role="alert">
      <Alert isPart message="Rex was not added." />
    </div>,
  )
  expect(screen.getAllByRole('alert')).toHaveLength(1)
})

test('A message that turns the direction of the text does so for itself alone.', () => {
  render(<Alert message={'\u202Exer'} facts={'\u202Ewhy'} />)
  for (const text of ['\u202Exer', '\u202Ewhy']) expect(screen.getByText(text).tagName).toBe('BDI')
})
