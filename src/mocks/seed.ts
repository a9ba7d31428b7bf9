import type { Int64 } from '#src/lib/int64.ts'
import { isPetStatus, type Pet, type PetStatus } from '#src/pets/pet.ts'

type Row = readonly [name: string, categoryId: number | string, status?: PetStatus | undefined, id?: string]

/** Pets without an explicit id are numbered from here, in the order of this file. */
const FIRST_ID = 1001

/** The first page at the default page size. */
const FIRST_PAGE: readonly Row[] = [
  ['Rex', 1, 'available', '9007199254740993'],
  ['Mochi', 2, 'pending'],
  ['Biscuit', 1, 'available'],
  ['Luna', 2, 'available'],
  ['Sir Reginald Fluffington III', 2, 'sold'],
  ['Kiwi', 3, 'available'],
  ['猫太郎', 2, 'pending'],
  ['Bubbles', 4, 'available'],
  ['Zoë', 1, 'available'],
  ['Pepper', 6, 'sold'],
  ['Ziggy Stardust', 5, 'available'],
  ['Clover', 6],
  ['Olive', 2, 'available'],
  ['Rocky', 1, 'pending'],
  ['Señor Churro', 6, 'available'],
  ['Sunny', 3, 'sold'],
  ['Nemo', 4, 'available', '9223372036854775807'],
  ['Captain Hook', 12, 'available'],
  ['Maple', 1],
  ['Shadow', 2, 'available'],
]

/** Edge cases: scripts, text direction, markup, and integers that a double cannot tell apart. */
const UNUSUAL: readonly Row[] = [
  ['Барсик', 2, 'available'],
  ['لؤلؤة', 2, 'available'],
  ['כלבלב', 1, 'available'],
  ['ポチ', 1, 'available'],
  ['호랑이', 2, 'available'],
  ['Αθηνά', 3],
  ['Łódka', 4, 'available'],
  ['Đốm', 1, 'available'],
  ['🐢 Turbo', 5, 'available'],
  ['👩‍🚀 Laika', 1, 'sold'],
  ["O'Malley & Sons <the cat>", 2, 'available'],
  ['Doctor, "Who"', 3, 'sold'],
  ['Rex', 1, 'sold', '9007199254740992'],
  ['Rex', 1, 'pending', '9007199254740995'],
  ['Atlas', 5, 'available', '9223372036854775806'],
  ['Echo', 4, undefined, '1234567890123456789'],
  ['Seven', 2, 'available', '7'],
  ['Donaudampfschifffahrtsgesellschaftskapitänsdackel', 1, 'available'],
  ['Countess Wilhelmina Theodora Augusta of the Upper Meadow and the Lower Pond', 6, 'available'],
]

/** Enough that one list cannot return them all: name, category and status; available when there is none, "–" is not set. */
const USUAL: readonly Row[] = `
  Bella 1, Oliver 2, Tweety 3 pending, Dory 4, Spike 5 sold, Peanut 6, Charlie 1, Chloe 2, Mango 3 pending,
  Finn 4 sold, Iggy 5, Hazelnut 6 –, Max 1, Simba 2, Skye 3, Goldie 4, Slither 5 pending, Thumper 6,
  Daisy 1 sold, Nala 2, Paco 3, Splash 4, Rango 5 pending, Nibbles 6 sold, Buddy 1, Milo 2 –, Blue 3,
  Coral 4, Shelly 5, Patches 6, Lola 1 pending, Cleo 2, Pearl 3 sold, Marlin 4, Draco 5, Cinnamon 6,
  Cooper 1 pending, Jasper 2 sold, Rio 3, Wanda 4 –, Basil 5, Oreo 6, Molly 1, Willow 2, Echo 3 pending,
  Neptune 4, Crush 5 sold, Pip 6, Duke 1, Felix 2, Snowball 6 pending, Sadie 1 sold, Misty 2, Dusty 6 –,
  Bear 1, Oscar 2, Rosie 1, Smokey 2, Tucker 1 pending, Gizmo 2, Stella 1 sold, Hazel 2, Murphy 1, Scout 1
`
  .trim()
  .split(/,\s+/)
  .map((text) => {
    const [name = '', categoryId = '', status = 'available'] = text.split(' ')
    return [name, categoryId, isPetStatus(status) ? status : undefined]
  })

/** Always the same pets: over 100 in all, so that the unfiltered list is truncated, and fewer for each status. */
export function seedPets(): Pet[] {
  return [...FIRST_PAGE, ...UNUSUAL, ...USUAL].map(([name, categoryId, status, id], index) => ({
    id: (id ?? String(FIRST_ID + index)) as Int64,
    name,
    categoryId: String(categoryId) as Int64,
    status,
  }))
}
