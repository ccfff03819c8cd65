// What somebody likes, remembered by this browser: sounds, the colours of the deck, whom not to hear.
import { read, write } from "/page/lib/store.js";

/** The decks: what each is called. Both others keep the suits apart for every kind of colour blindness. */
export const DECKS = { two: "Red and black", four: "Four colours", orange: "Orange and black" };

const DECK = "fivecard deck";
const SOUND = "fivecard sound";
const MUTED = "fivecard muted";

export const settings = {
  /** @returns {string} */
  get deck() {
    return read(DECK) ?? "two";
  },
  set deck(name) {
    write(DECK, name);
    showDeck();
  },
  get sound() {
    return read(SOUND) === "on"; // off until somebody chooses it
  },
  set sound(on) {
    write(SOUND, on ? "on" : "off");
  },
  /** @returns {string[]} */
  get muted() {
    return read(MUTED) ?? [];
  },
};

export function showDeck() {
  document.documentElement.dataset.deck = settings.deck;
}

// Hear nothing more of somebody, or hear them again.
/** @type {(name: string) => void} */
export function toggleMuted(name) {
  const { muted } = settings;
  write(MUTED, muted.includes(name) ? muted.filter((other) => other !== name) : [...muted, name].slice(-50));
}
