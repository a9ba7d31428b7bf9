import type { Int64 } from '#src/lib/int64.ts'
import { isPetStatus, type Pet } from '#src/pets/pet.ts'

/**
 * The pets, each with its name and category, its status (available when there is none, while "–"
 * means not set), and its ID (numbered when there is none).
 *
 * The first ones fill the first page at the default page size. Then come edge cases: scripts, text
 * direction, markup, integers that a double cannot tell apart. The rest makes more pets than one
 * list can return.
 */
const PETS = `
  Rex 1 available 9007199254740993; Mochi 2 pending; Biscuit 1; Luna 2;
  Sir Reginald Fluffington III 2 sold; Kiwi 3; 猫太郎 2 pending; Bubbles 4; Zoë 1; Pepper 6 sold;
  Ziggy Stardust 5; Clover 6 –; Olive 2; Rocky 1 pending; Señor Churro 6; Sunny 3 sold;
  Nemo 4 available 9223372036854775807; Captain Hook 12; Maple 1 –; Shadow 2;
  Барсик 2; Белка 6 pending; لؤلؤة 2; نمر الصحراء الكبير 2 sold; כלבלב 1; שוקולד 6 pending; 小白 1;
  熊猫 40 sold; さくら 2; ポチ 1; 호랑이 2; 까미 1 pending; Φοίβος 1; Αθηνά 3 –; Łódka 4; Ångström 5;
  Çiçek 2 sold; Đốm 1; Þór 1 pending; 🐢 Turbo 5; 🦜 3; Coco 🥥 3 pending; 👩‍🚀 Laika 1 sold;
  O'Malley & Sons <the cat> 2; Doctor, "Who" 3 sold; Rex 1 sold 9007199254740992;
  Rex 1 pending 9007199254740995; Atlas 5 available 9223372036854775806; Echo 4 – 1234567890123456789;
  Seven 2 available 7; Donaudampfschifffahrtsgesellschaftskapitänsdackel 1;
  Countess Wilhelmina Theodora Augusta of the Upper Meadow and the Lower Pond 6;
  Bella 1; Oliver 2; Tweety 3 pending; Dory 4; Spike 5 sold; Peanut 6; Charlie 1; Chloe 2;
  Mango 3 pending; Finn 4 sold; Iggy 5; Hazelnut 6 –; Max 1; Simba 2; Skye 3; Goldie 4;
  Slither 5 pending; Thumper 6; Daisy 1 sold; Nala 2; Paco 3; Splash 4; Rango 5 pending; Nibbles 6 sold;
  Buddy 1; Milo 2 –; Blue 3; Coral 4; Shelly 5; Patches 6; Lola 1 pending; Cleo 2; Pearl 3 sold;
  Marlin 4; Draco 5; Cinnamon 6; Cooper 1 pending; Jasper 2 sold; Rio 3; Wanda 4 –; Basil 5; Oreo 6;
  Molly 1; Willow 2; Echo 3 pending; Neptune 4; Crush 5 sold; Pip 6; Duke 1; Felix 2;
  Snowball 6 pending; Sadie 1 sold; Misty 2; Dusty 6 –; Bear 1; Oscar 2; Rosie 1; Smokey 2;
  Tucker 1 pending; Gizmo 2; Stella 1 sold; Hazel 2; Murphy 1; Scout 1
`

const FIRST_ID = 1001

/**
 * Returns the same pets each time. There are over 100 in all, so that the unfiltered list is
 * truncated, and fewer for each status.
 */
export function seedPets(): Pet[] {
  return PETS.trim()
    .split(/;\s+/)
    .map((text, index) => {
      const [, name = '', categoryId, status = 'available', id = String(FIRST_ID + index)] =
        /^(.+?) (\d+)(?: (\w+|–))?(?: (\d+))?$/.exec(text) ?? []
      return {
        id: id as Int64,
        name,
        categoryId: categoryId as Int64,
        status: isPetStatus(status) ? status : undefined,
      }
    })
}
