//! What a game says about its sounds.

use crate::{
    Cue, Duck, Heard, Listener, Mixer, Sound, SoundCommand, SoundEvent, SoundGroup, Voice, VoiceId,
};
use core::ops::RangeInclusive;
use motile_geom::{Arena, HashState, MarkRole, MarkSink, Marks, StateHash, Vec2};

/// Factors of volume that are possible.
const VOLUMES: RangeInclusive<f32> = 0.0..=4.0;
/// Factors of pitch that are possible.
const PITCHES: RangeInclusive<f32> = 1.0 / 64.0..=64.0;
/// Longest fade in seconds.
const LONGEST_FADE: f32 = 600.0;
/// Most events that wait to be taken.
const MOST_EVENTS: usize = 1 << 16;
/// Seconds in which a voice ends that has to make room.
const QUICKLY: f32 = 0.01;

/// The sounds of a game as values of its ticks: what is said here becomes a list of [`SoundEvent`]s for a
/// [`Mixer`], on a device, in a page or into a file. The board itself makes no sound, asks no device and knows by the
/// ticks alone what is still playing, so that a game behaves the same with and without loudspeakers, and a replay gives
/// the same events.
///
/// ```
/// use motile_sound::{Patch, SoundBoard};
///
/// let mut board = SoundBoard::new();
/// let coin = Patch::pickup(7).render();
/// let voice = board.play(coin.cue().with_volume(0.8));
/// assert!(board.is_playing(voice));
/// for _ in 0..120 {
///     board.update(1.0 / 60.0); // after each tick of the game
/// }
/// assert!(!board.is_playing(voice)); // pickups are short
/// board.play(coin.cue().with_volume(f32::NAN));
/// assert_eq!(board.rejected(), 1); // numbers that are none change nothing and are counted
/// ```
#[doc(alias = "audio manager")]
#[derive(Clone, Debug)]
pub struct SoundBoard {
    /// The ear: sounds with a place are heard from here.
    pub listener: Listener,
    /// Most voices at once, 128 at the most. One more stops the oldest that is not in a loop, or else the oldest; the music goes
    /// last. Where it is made smaller, the voices that are too many stop with the next sound.
    #[doc(alias = "polyphony")]
    pub max_voices: u32,
    voices: Arena<Playing, Voice>,
    volumes: [f32; SoundGroup::COUNT],
    music: Option<VoiceId>,
    ended: Vec<VoiceId>,
    /// Those that made room for others since the last update.
    put_out: Vec<VoiceId>,
    ducks: [Option<Duck>; SoundGroup::COUNT],
    events: Vec<SoundEvent>,
    tick: u64,
    /// Voices that began so far: the smaller its number, the older a voice.
    begun: u64,
    rejected: u64,
    dropped: u64,
}

/// What is known of a voice without hearing it.
#[derive(Clone, Debug)]
struct Playing {
    cue: Cue,
    /// Frame of the sound that is heard next.
    frame: f64,
    heard: Heard,
    /// Seconds until it has faded out.
    stops_in: Option<f32>,
    number: u64,
}

impl SoundBoard {
    /// No sound, all groups at full volume, at most 64 voices.
    pub const fn new() -> Self {
        Self {
            listener: Listener::DEFAULT,
            max_voices: 64,
            voices: Arena::named(),
            volumes: [1.0; SoundGroup::COUNT],
            music: None,
            ended: Vec::new(),
            put_out: Vec::new(),
            ducks: [None; SoundGroup::COUNT],
            events: Vec::new(),
            tick: 0,
            begun: 0,
            rejected: 0,
            dropped: 0,
        }
    }

    /// Plays a sound, `&sound` or `sound.cue()` with what differs from plain. Numbers outside their range count as the
    /// nearest in it; with one that is not finite nothing is played, which is counted, and the id names nothing.
    pub fn play(&mut self, cue: impl Into<Cue>) -> VoiceId {
        let cue = cue.into();
        if !cue.is_finite() {
            self.rejected += 1;
            return VoiceId::from_parts(u32::MAX, u32::MAX);
        }
        let cue = Cue {
            volume: clamped(cue.volume, VOLUMES),
            pan: clamped(cue.pan, -1.0..=1.0),
            pitch: clamped(cue.pitch, PITCHES),
            fade_in: clamped(cue.fade_in, 0.0..=LONGEST_FADE),
            start: clamped(cue.start, 0.0..=cue.sound.seconds()),
            ..cue
        };
        self.make_room();
        let heard = self.hear(&cue);
        self.begun += 1;
        let voice = self.voices.insert(Playing {
            frame: f64::from(cue.start_frame()),
            cue: cue.clone(),
            heard,
            stops_in: None,
            number: self.begun,
        });
        self.say(SoundCommand::Play { voice, cue, heard: heard.volume, pan: heard.pan });
        voice
    }

    /// Plays music in a loop, in its own group, while what played before fades out within the same seconds (crossfade). With
    /// seconds that are not finite nothing changes, which is counted, and the id names nothing.
    #[doc(alias = "crossfade")]
    pub fn music(&mut self, sound: &Sound, fade: f32) -> VoiceId {
        if fade.is_finite() {
            self.stop_music(fade);
        }
        let cue = sound.cue().looped().with_group(SoundGroup::MUSIC).with_fade_in(fade);
        let voice = self.play(cue);
        if self.is_playing(voice) {
            self.music = Some(voice);
        }
        voice
    }

    /// Ends the music within some seconds.
    pub fn stop_music(&mut self, fade: f32) {
        let Some(fade) = self.checked(fade, 0.0..=LONGEST_FADE) else { return };
        if let Some(music) = self.music.take() {
            self.stop(music, fade);
        }
    }

    /// Ends a voice within some seconds; 0 is as quick as possible without a click.
    pub fn stop(&mut self, voice: VoiceId, fade: f32) {
        let Some(fade) = self.checked(fade, 0.0..=LONGEST_FADE) else { return };
        if let Some(playing) = self.voices.get_mut(voice) {
            playing.stops_in = Some(fade);
            self.say(SoundCommand::Stop { voice, fade });
        }
    }

    /// Ends all voices of a group within some seconds.
    pub fn stop_group(&mut self, group: SoundGroup, fade: f32) {
        for index in 0..self.voices.slots_len() as u32 {
            let Some(voice) = self.voices.id_at(index) else { continue };
            if self.voices[voice].cue.group == group {
                self.stop(voice, fade);
            }
        }
    }

    /// Another volume of a voice, 0…4, reached in some seconds.
    #[doc(alias = "fade")]
    pub fn set_volume(&mut self, voice: VoiceId, volume: f32, fade: f32) {
        let Some(volume) = self.checked(volume, VOLUMES) else { return };
        let Some(fade) = self.checked(fade, 0.0..=LONGEST_FADE) else { return };
        if let Some(playing) = self.voices.get_mut(voice) {
            playing.cue.volume = volume;
            self.say(SoundCommand::Volume { voice, volume, fade });
        }
    }

    /// Moves a voice to the side: −1 is left, 1 right. A voice that has a place loses it.
    pub fn set_pan(&mut self, voice: VoiceId, pan: f32) {
        let Some(pan) = self.checked(pan, -1.0..=1.0) else { return };
        if let Some(playing) = self.voices.get_mut(voice) {
            playing.cue.pan = pan;
            playing.cue.position = None;
            playing.heard = Heard { volume: 1.0, pan };
            self.say(SoundCommand::Heard { voice, volume: 1.0, pan });
        }
    }

    /// Another pitch of a voice: 2 is an octave up and twice as fast.
    pub fn set_pitch(&mut self, voice: VoiceId, pitch: f32) {
        let Some(pitch) = self.checked(pitch, PITCHES) else { return };
        if let Some(playing) = self.voices.get_mut(voice) {
            playing.cue.pitch = pitch;
            self.say(SoundCommand::Pitch { voice, pitch });
        }
    }

    /// Moves a voice to a place in the world; it is heard from there after this tick.
    #[doc(alias = "spatial")]
    pub fn set_position(&mut self, voice: VoiceId, position: Vec2) {
        if !position.is_finite() {
            self.rejected += 1;
        } else if let Some(playing) = self.voices.get_mut(voice) {
            playing.cue.position = Some(position);
        }
    }

    /// Another volume of a group, 0…4, reached in some seconds.
    pub fn set_group_volume(&mut self, group: SoundGroup, volume: f32, fade: f32) {
        let Some(volume) = self.checked(volume, VOLUMES) else { return };
        let Some(fade) = self.checked(fade, 0.0..=LONGEST_FADE) else { return };
        self.volumes[group.index()] = volume;
        self.say(SoundCommand::GroupVolume { group, volume, fade });
    }

    /// The volume that a group has, or is on its way to.
    pub const fn group_volume(&self, group: SoundGroup) -> f32 {
        self.volumes[group.index()]
    }

    /// Lets a group make room while another one sounds, or no longer.
    pub fn set_duck(&mut self, group: SoundGroup, duck: Option<Duck>) {
        let numbers = duck.map_or([0.0; 3], |duck| [duck.volume, duck.attack, duck.release]);
        if numbers.iter().any(|number| !number.is_finite()) {
            self.rejected += 1;
            return;
        }
        let duck = duck.map(|duck| Duck {
            volume: clamped(duck.volume, 0.0..=1.0),
            attack: clamped(duck.attack, 0.0..=LONGEST_FADE),
            release: clamped(duck.release, 0.0..=LONGEST_FADE),
            ..duck
        });
        self.ducks[group.index()] = duck;
        self.say(SoundCommand::Duck { group, duck });
    }

    /// Ends a tick of some seconds: voices go on and end, and what has a place is heard anew. In a sketch the player
    /// does this.
    pub fn update(&mut self, dt: f32) {
        self.ended.clear();
        self.ended.append(&mut self.put_out);
        if !(dt.is_finite() && dt >= 0.0) {
            self.rejected += 1;
            return;
        }
        for index in 0..self.voices.slots_len() as u32 {
            let Some(voice) = self.voices.id_at(index) else { continue };
            self.follow_place(voice);
            if !self.voices[voice].update(dt) {
                self.voices.remove(voice);
                self.ended.push(voice);
            }
        }
        self.tick += 1;
    }

    fn follow_place(&mut self, voice: VoiceId) {
        let playing = &self.voices[voice];
        let heard = self.hear(&playing.cue);
        if heard != playing.heard {
            self.voices[voice].heard = heard;
            self.say(SoundCommand::Heard { voice, volume: heard.volume, pan: heard.pan });
        }
    }

    /// Whether a voice has neither ended nor been stopped; one that fades out still plays.
    pub fn is_playing(&self, voice: VoiceId) -> bool {
        self.voices.contains(voice)
    }

    /// The voice of the music; `None` when there was none, when it has ended, and when it was told to end.
    pub fn current_music(&self) -> Option<VoiceId> {
        self.music.filter(|&voice| self.playing_on(voice))
    }

    /// Whether a voice plays and was not told to end.
    fn playing_on(&self, voice: VoiceId) -> bool {
        self.voices.get(voice).is_some_and(|playing| playing.stops_in.is_none())
    }

    /// Second of its sound that a voice has reached; `None` when it has ended.
    pub fn seconds(&self, voice: VoiceId) -> Option<f32> {
        let playing = self.voices.get(voice)?;
        Some((playing.frame / f64::from(playing.cue.sound.rate())) as f32)
    }

    /// How a voice is playing: its sound, and volume, pitch and place as last set.
    pub fn cue(&self, voice: VoiceId) -> Option<&Cue> {
        Some(&self.voices.get(voice)?.cue)
    }

    /// What of a voice reaches the listener.
    pub fn heard(&self, voice: VoiceId) -> Option<Heard> {
        Some(self.voices.get(voice)?.heard)
    }

    /// All voices, in no particular order.
    pub fn voices(&self) -> impl Iterator<Item = VoiceId> {
        self.voices.ids()
    }

    /// The voices that ended in the last [`update`](Self::update), by themselves or because they were stopped, and before them
    /// those that made room for others since the one before.
    pub fn ended(&self) -> &[VoiceId] {
        &self.ended
    }

    /// The events since they were last taken.
    pub fn events(&self) -> &[SoundEvent] {
        &self.events
    }

    /// Takes the events away, the oldest first. At most 65,536 wait; later ones are dropped and counted.
    pub fn take_events(&mut self) -> impl Iterator<Item = SoundEvent> {
        self.events.drain(..)
    }

    /// How many ticks have ended.
    pub const fn tick(&self) -> u64 {
        self.tick
    }

    /// How many calls did nothing because a number was not finite.
    pub const fn rejected(&self) -> u64 {
        self.rejected
    }

    /// How many events were dropped because nobody took them.
    pub const fn dropped(&self) -> u64 {
        self.dropped
    }

    /// Marks the listener with the ranges in which it hears, and every sound with a place.
    pub fn mark(&self, marks: &mut Marks) {
        let listener = &self.listener;
        marks.circle(MarkRole::Range, listener.position, listener.near);
        marks.circle(MarkRole::Range, listener.position, listener.far);
        for playing in self.voices.values() {
            if let Some(place) = playing.cue.position {
                marks.line(MarkRole::Link, listener.position, place);
                let volume = playing.heard.volume * 100.0;
                marks.label(MarkRole::Target, place, format_args!("{volume:.0} %"));
            }
        }
    }

    fn hear(&self, cue: &Cue) -> Heard {
        match cue.position {
            Some(place) => self.listener.hear(place),
            None => Heard { volume: 1.0, pan: cue.pan },
        }
    }

    /// A number in its range; `None`, counted, when it is not finite.
    fn checked(&mut self, number: f32, range: RangeInclusive<f32>) -> Option<f32> {
        if !number.is_finite() {
            self.rejected += 1;
            return None;
        }
        Some(clamped(number, range))
    }

    fn say(&mut self, command: SoundCommand) {
        if self.events.len() < MOST_EVENTS {
            self.events.push(SoundEvent { tick: self.tick, command });
        } else {
            self.dropped += 1;
        }
    }

    /// Stops the oldest voices while there are too many; a loop is likely to be missed, so it goes late, and the music last.
    fn make_room(&mut self) {
        let most = self.max_voices.clamp(1, Mixer::MOST_VOICES as u32 / 2);
        let music = self.current_music();
        while self.voices.len() >= most as usize {
            let age = |(voice, playing): &(VoiceId, &Playing)| {
                (music == Some(*voice), playing.cue.looped, playing.number)
            };
            let Some((voice, _)) = self.voices.iter().min_by_key(age) else { return };
            self.say(SoundCommand::Stop { voice, fade: QUICKLY });
            self.voices.remove(voice);
            self.put_out.push(voice);
        }
    }
}

impl Playing {
    /// Goes on by some seconds; whether it still plays.
    fn update(&mut self, dt: f32) -> bool {
        if let Some(left) = &mut self.stops_in {
            *left -= dt;
            if *left <= 0.0 {
                return false;
            }
        }
        let sound = &self.cue.sound;
        self.frame += f64::from(dt) * f64::from(sound.rate()) * f64::from(self.cue.pitch);
        let looped = sound.loop_frames();
        let (start, end) = (f64::from(looped.start), f64::from(looped.end));
        if self.cue.looped && self.frame >= end {
            self.frame = start + (self.frame - start) % (end - start);
        }
        self.frame < f64::from(sound.frame_count())
    }
}

impl Default for SoundBoard {
    fn default() -> Self {
        Self::new()
    }
}

/// What a game has said about its sounds: ticks, voices with the place in their sound, their volume, pan and pitch and
/// when they stop, the listener, groups and ducks. Two runs that say something else to their boards differ by it, also
/// where nothing is heard.
///
/// It does not see what is *in* the sounds: one that was exchanged for another shows only when a voice ends at another
/// time, or stands elsewhere in its loop. Nor does it see for how long a voice fades in, the events that wait to be
/// taken, what was rejected or dropped, and what a device, a page or a [`Mixer`] makes of it; for the samples
/// themselves, compare a [`SoundTrack`](crate::SoundTrack). It tells an accident, not a forgery: who wants to can find
/// two boards of one hash.
impl HashState for SoundBoard {
    fn hash_state(&self, hash: &mut StateHash) {
        hash.write_u64(self.tick);
        hash.write_u64(self.begun);
        hash.write_u32(self.max_voices);
        hash.write_u64(self.music.map_or(u64::MAX, VoiceId::to_bits));
        for (voice, playing) in self.voices.iter() {
            hash.write_u64(voice.to_bits());
            playing.hash_state(hash);
        }
        let Listener { position, rotation, near, far, width } = self.listener;
        for number in [position.x, position.y, rotation, near, far, width] {
            hash.write_f32(number);
        }
        for (volume, duck) in self.volumes.iter().zip(&self.ducks) {
            hash.write_f32(*volume);
            let duck = duck.unwrap_or(Duck { volume: -1.0, ..Duck::under(SoundGroup::MUSIC) });
            hash.write_u64(duck.under.index() as u64);
            let numbers = [duck.volume, duck.attack, duck.release];
            for number in numbers {
                hash.write_f32(number);
            }
        }
    }
}

impl HashState for Playing {
    fn hash_state(&self, hash: &mut StateHash) {
        hash.write_u64(self.frame.to_bits());
        hash.write_u64(self.number);
        hash.write_u64(self.cue.group.index() as u64);
        hash.write_u32(u32::from(self.cue.looped));
        hash.write_f32(self.cue.volume);
        hash.write_f32(self.cue.pitch);
        hash.write_f32(self.heard.volume);
        hash.write_f32(self.heard.pan);
        hash.write_f32(self.stops_in.unwrap_or(-1.0));
        let place = self.cue.position.unwrap_or(Vec2::splat(f32::INFINITY));
        hash.write_f32(place.x);
        hash.write_f32(place.y);
    }
}

const fn clamped(number: f32, range: RangeInclusive<f32>) -> f32 {
    number.clamp(*range.start(), *range.end())
}

#[cfg(test)]
#[path = "board_tests.rs"]
mod tests;
