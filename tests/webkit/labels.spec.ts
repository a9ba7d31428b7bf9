import { expect, test } from './fixtures.ts'

test('labels have their true size and a code each, and begin where it is said', async ({
  webkit,
  petstore,
}) => {
  const ids = ['Rex', 'W'.repeat(200), 'بَيْتُ الأرنب'].map((name) => petstore.db.create({ name }).id)
  await webkit.signIn(`/staging/pets/labels?ids=${ids.join(',')}`)
  const labels = webkit.getByRole('list', { name: 'Labels' }).getByRole('listitem')
  await labels.expectCount(3)
  for (const id of ids) await webkit.getByRole('img', { name: `QR code for ID ${id}` }).expectVisible()
  const sizes = () =>
    webkit.evaluate<number[][]>(
      `[...document.querySelectorAll('[role=listitem]')].map((label) => {
        const { width, height } = label.getBoundingClientRect()
        return [Math.round((width * 254) / 96), Math.round((height * 254) / 96)]
      })`,
    )
  await expect.poll(sizes).toEqual([
    [700, 370],
    [700, 370],
    [700, 370],
  ])
  await webkit.getByRole('spinbutton', { name: 'Start at label' }).fill('23')
  await webkit.getByText('3 labels on 2 sheets; next time, start at label 2').expectVisible()
  await webkit.button(`Print from here, ID ${ids[2]}`).click()
  await webkit.getByText('Label 3 of 3 on 1 sheet; next time, start at label 2').expectVisible()
  await labels.expectCount(1)
})
