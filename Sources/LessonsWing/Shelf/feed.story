# A social feed is a query: the same posts, filtered and sorted in another way.

lesson "A social feed is a query" for 18m {
  step "Log in" for 2m {
    say "This is a practice network: ten people write, and nobody else sees you."
    say "Log in as bob.test."
    goal account.handle == "bob.test" else "You are not logged in as bob.test yet."
    hint "The command is `login`, and then the handle."
    hint "`login bob.test`"
    solution { login bob.test }
    because "A feed needs an account: it begins with the people you follow."
    note "Any handle under .test works; a practice session needs no password."
  }

  step "The newest posts" for 2m {
    say "The simplest feed has the posts of the people you follow, newest first."
    say "Read your timeline."
    goal "timeline" in learn.commands else "Read it with one command."
    hint "The command is in the second sentence."
    hint "`timeline`"
    solution { timeline }
    because "A timeline is a list of records: author, text, likes and more."
    note "`timeline | first` shows one record with all its fields."
  }

  step "A filter" for 3m {
    say "A list can be filtered. Show only the posts with more than 10 likes:"
    say "put `| where likes > 10` after `timeline`."
    goal "where" in learn.words else "Put `| where likes > 10` after `timeline`."
    goal ($last | where likes <= 10 | count) == 0 else "Each post in your list must have more than 10 likes."
    goal ($last | count) > 1 else "The list is empty, or not a list of posts."
    hint "A pipe sign passes the list on to the next pipeline step: |"
    hint "`timeline | where likes > 10`"
    solution { timeline | where likes > 10 }
    because "`where` keeps what meets a condition: that is half of every feed."
    note "Ask who decides on the condition in the apps that they use."
  }

  step "Predict: how many?" for 3m {
    let sunday = timeline 300 | where created < 2026-01-05 | first 20
    say "`$sunday` has twenty posts, of yesterday or earlier. Predict how many of"
    say "them have more than 10 likes. You may read `$sunday` first. Type the"
    say "number."
    predict ($sunday | where likes > 10 | count) else "Read the numbers of likes in `$sunday`, and count."
    hint "`$sunday` shows the likes beneath each post."
    hint "`$sunday | where likes > 10 | count` counts them; then type the number."
    because "Most posts get few likes, so a feed of popular posts is a short one."
    note "Collect all answers first, before anybody scrolls."
  }

  step "An order" for 3m {
    let popular = timeline | sort by likes desc | first 5
    say "The other half of a feed is its order. Show the five posts with the most"
    say "likes, the most liked first: `sort by likes desc`, and then `first 5`."
    goal "sort" in learn.words and $last == $popular else "Sort the whole timeline by likes, most first; then take five posts."
    hint "Two more pipeline steps after `timeline`, each after a pipe sign."
    hint "`timeline | sort by likes desc | first 5`"
    solution { timeline | sort by likes desc | first 5 }
    because "A popular feed is the same list, sorted by another field."
    note "What is never seen when likes decide? Ask for `sort by likes` alone."
  }

  step "Predict: a muted word" for 3m {
    say "In the practice network someone has found an umbrella. Suppose you run"
    say "`mute word umbrella`. How many posts with that word does the timeline"
    say "still contain, whether their text is shown or hidden?"
    predict (timeline | where text like "*umbrella*" | count) after {
      mute word umbrella
    } else "Muting hides a post; it does not delete it."
    hint "A hidden post keeps its place in the list, but its text is not shown."
    hint "One post has that word. Type the number."
    because "A mute hides a post from view; a `where` takes it out of the list."
    note "`print reading.words` lists the words; `unmute word umbrella` ends it."
  }

  step "Your own feed" for 2m {
    say "Give your query a name, and it is a feed of your own:"
    say "`let loved = timeline | where likes > 10`. Then show its first post,"
    say "with `$loved | first`."
    goal "let" in learn.words and "where" in learn.words and $last.likes > 10 else "Name the query first, and then show the first post of it."
    hint "The query from the third step goes after `let loved =`."
    hint "`let loved = timeline | where likes > 10; $loved | first`"
    solution { let loved = timeline | where likes > 10; $loved | first }
    because "A feed is a query with a name, and anybody can write one."
    note "`feeds` lists feeds that others have written. A `def` makes a query"
    note "that is read again each time."
  }
}
